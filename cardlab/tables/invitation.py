"""How others come to a page: its link and QR code, or why no other device can open it."""

from __future__ import annotations

import shutil
from dataclasses import dataclass

from tornado.httputil import HTTPServerRequest

from cardlab.dashboard import addresses
from cardlab.dashboard.course_server import CourseServer
from cardlab.phrasing.catalogue import say
from cardlab.widgets.blocks import Block, copying, group, plot, row, text


@dataclass(frozen=True, slots=True)
class PageAddress:
    """The `link` of a page, and why no other device can open it: `only_here`, "" if others can."""

    link: str
    only_here: str = ""

    def blocks(self, label: str, lang: str) -> tuple[Block, ...]:
        """The link under its label, to copy and as a QR code."""
        link = copying(label, self.link, say("together.copy", lang), say("together.copied", lang))
        if self.only_here:
            return text(self.only_here), link
        drawing = group(plot(addresses.qr_svg(self.link)), label=say("together.drawing", lang), style="cardlab-qr")
        return (row(link, drawing),)


def invitation(course: CourseServer, request: HTTPServerRequest, path: str, lang: str) -> PageAddress:
    """The invitation to the page at this path of the course."""
    in_network = course.room.addresses() if course.room else ()
    only_here = ""
    if not in_network and addresses.is_local(request.host_name.strip("[]")):
        program = "cardlab" if shutil.which("cardlab") else "python -m cardlab"
        facts = {} if course.room else {"command": f"{program} serve --class"}
        only_here = say("together.no_network" if course.room else "together.only_here", lang, **facts)
    own_address = f"{request.protocol}://{request.host}{course.base}"
    return PageAddress(f"{(*in_network, own_address)[0]}{path}", only_here)
