"""A page made from one template, with everything that is wrong in it said at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sheetscore.forms.binding import TemplateError
from sheetscore.forms.form import PageForm
from sheetscore.forms.library import Library, template_finding
from sheetscore.forms.template import Template
from sheetscore.problems import MistakesFound


def checked_form(
    library: Library, name: str, bind_form: Callable[[Template], PageForm], lacking: Callable[[PageForm], Iterable[str]]
) -> PageForm:
    """Make a page from the template of a form.

    Parameters
    ----------
    bind_form
        Binds the template.
    lacking
        Names what scoring looks for and the page does not have.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the template.
    """
    try:
        form = bind_form(library.template(name))
    except TemplateError as error:
        mistakes = error.mistakes
    else:
        mistakes = tuple(lacking(form))
    if mistakes:
        path = library.path(name)
        raise MistakesFound([template_finding(path, mistake) for mistake in mistakes])
    return form
