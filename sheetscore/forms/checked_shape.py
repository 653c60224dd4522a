"""A page made from one template, with everything that is wrong in it said at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sheetscore.forms.binding import TemplateError
from sheetscore.forms.form import PageForm
from sheetscore.forms.library import Library, template_finding
from sheetscore.forms.template import Template
from sheetscore.problems import MistakesFound


def checked_shape(
    library: Library, form: str, shape_of: Callable[[Template], PageForm], lacking: Callable[[PageForm], Iterable[str]]
) -> PageForm:
    """Make a page from the template of a form.

    Parameters
    ----------
    shape_of
        Binds the template.
    lacking
        Names what scoring looks for and the page does not have.

    Raises
    ------
    MistakesFound
        With everything that is wrong in the template.
    """
    try:
        shape = shape_of(library.template(form))
    except TemplateError as error:
        mistakes = error.mistakes
    else:
        mistakes = tuple(lacking(shape))
    if mistakes:
        path = library.path(form)
        raise MistakesFound([template_finding(path, mistake) for mistake in mistakes])
    return shape
