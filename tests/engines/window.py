"""A window of Firefox or WebKit, by one set of words: what a journey does in it is written once.

Each window has a profile of its own. What is looked for, is found by a function of JavaScript that runs in the page
until it gives something.
"""

import json
import os
import shutil
import socket
import subprocess
from pathlib import Path
from time import monotonic

from pages import WHOLE, free_port
from selenium import webdriver
from selenium.common import WebDriverException
from selenium.webdriver import ActionChains, Remote
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.remote.command import Command
from selenium.webdriver.remote.file_detector import UselessFileDetector
from selenium.webdriver.webkitgtk.service import Service

PATIENCE = 60  # seconds
# Of a driver that waits for one answer: the page asks itself, until there is something.
UNTIL = """const done = arguments[arguments.length - 1], given = [...arguments].slice(0, -1);
const ask = () => {
    let found = null;
    try { found = (%s)(...given); } catch {}
    found ? done(found) : setTimeout(ask, 20);
};
ask();"""
# What can be pressed, by the words on it or those read aloud; the last of several, for what is new comes below.
NAMED = """(name, within) => [...document.querySelectorAll(`${within} :is(button, a, summary, [role=option])`)]
    .filter((one) => one.checkVisibility())
    .findLast((one) => [one.getAttribute("aria-label"), ...one.innerText.split("\\n")].includes(name))"""
LABELLED = """(label) => [...document.querySelectorAll("label")]
    .find((one) => one.checkVisibility() && one.innerText.trim().startsWith(label))?.control"""
CENTRED = "(one) => one.scrollIntoView({block: 'center', behavior: 'instant'})"


class Window:
    """What is done in a window, by its driver."""

    def __init__(self, driver, home, width, height):
        self.driver, self.home = driver, home
        # A file that is chosen lies where the browser is.
        driver.file_detector = UselessFileDetector()
        driver.set_script_timeout(PATIENCE)
        driver.set_window_rect(0, 0, width, height)

    def lessons_whole(self, course):
        """Lessons are shown whole from now on, as a learner can choose."""
        self.open(f"{course}static/icon.svg")
        self.run(f"() => {{ {WHOLE} }}")

    def open(self, address):
        self.driver.get(address)

    def run(self, function, *given):
        """What this function gives in the page."""
        return self.driver.execute_script(f"return ({function})(...arguments)", *given)

    def until(self, function, *given):
        """What this function gives as soon as that is something; the page may be left meanwhile."""
        end = monotonic() + PATIENCE
        while True:
            try:
                return self.driver.execute_async_script(UNTIL % function, *given)
            except WebDriverException:
                if monotonic() > end:
                    raise

    def press(self, name, within="body"):
        """Presses what is called so, as soon as it is there."""
        self.click(self.until(NAMED, name, within))

    def one(self, selector):
        """The first element of this kind, as soon as it is there."""
        return self.until("(selector) => document.querySelector(selector)", selector)

    def field(self, label):
        """The field of this label, as soon as it is there."""
        return self.until(LABELLED, label)

    def reads(self, text, within="body"):
        """Waits until this stands there."""
        self.until("(text, within) => document.querySelector(within).innerText.includes(text)", text, within)

    def until_ready(self):
        """Waits until every widget of the page is alive."""
        self.one("html[data-course=ready]")

    def click(self, element):
        self.run(CENTRED, element)
        element.click()

    def type(self, element, text):
        element.clear()
        element.send_keys(text)

    def key(self, name):
        ActionChains(self.driver).send_keys(getattr(Keys, name.upper(), name)).perform()

    def choose(self, element, file):
        element.send_keys(str(file))

    def download(self, press):
        """The file that is saved by this press: it lands in the home of this window."""
        before = set(self.home.rglob("*.json"))
        press()
        end = monotonic() + PATIENCE
        while not (new := [one for one in self.home.rglob("*.json") if one not in before and one.stat().st_size]):
            assert monotonic() < end, "nothing was saved"
            self.run("() => 0")
        return new[0]


class Firefox(Window):
    """Firefox is asked directly: Debian has no geckodriver, which would only pass on what is said."""

    def __init__(self, home, width, height):
        port = free_port()
        wishes = {"marionette.port": port, "browser.download.folderList": 2, "browser.download.dir": str(home)}
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in wishes.items()]
        Path(home, "user.js").write_text("".join(lines))
        words = ["firefox-esr", "--headless", "--marionette", "--no-remote", "--profile", str(home)]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(words, env={**os.environ, "HOME": str(home)}, **silent)
        driver = Remote(Marionette(port), options=webdriver.FirefoxOptions())
        super().__init__(driver, home, width, height)

    def close(self):
        self.driver.command_executor.close()
        self.process.terminate()
        self.process.wait(timeout=60)


class Marionette:
    """What Selenium says to Firefox, in the words of the protocol that Firefox itself speaks."""

    WORDS = {  # noqa: RUF012
        Command.NEW_SESSION: "NewSession",
        Command.GET: "Navigate",
        Command.W3C_EXECUTE_SCRIPT: "ExecuteScript",
        Command.W3C_EXECUTE_SCRIPT_ASYNC: "ExecuteAsyncScript",
        Command.SET_TIMEOUTS: "SetTimeouts",
        Command.SET_WINDOW_RECT: "SetWindowRect",
        Command.CLICK_ELEMENT: "ElementClick",
        Command.CLEAR_ELEMENT: "ElementClear",
        Command.SEND_KEYS_TO_ELEMENT: "ElementSendKeys",
        Command.W3C_ACTIONS: "PerformActions",
    }

    def __init__(self, port):
        end = monotonic() + PATIENCE
        while True:
            try:
                self.line = socket.create_connection(("127.0.0.1", port), timeout=2 * PATIENCE)
                break
            except ConnectionRefusedError:
                assert monotonic() < end, "Firefox did not start"
        self.text = self.line.makefile("rb")
        self.number = 0
        self._read()  # what it is

    def execute(self, command, params):
        """The answer to a command of Selenium's."""
        self.number += 1
        given = {name: value for name, value in params.items() if name != "sessionId"}
        said = json.dumps([0, self.number, f"WebDriver:{self.WORDS[command]}", given]).encode()
        self.line.sendall(b"%d:%b" % (len(said), said))
        _, _, fault, answer = self._read()
        if fault:
            return {"status": 500, "value": json.dumps({"value": fault})}
        return {"value": answer if command == Command.NEW_SESSION else answer.get("value")}

    def _read(self):
        length = int(b"".join(iter(lambda: self.text.read(1), b":")))
        return json.loads(self.text.read(length))

    def close(self):
        self.text.close()
        self.line.close()


class WebKit(Window):
    """WebKit needs a screen, and gets one of its own; as root it has no sandbox."""

    def __init__(self, home, width, height):
        screen = ["Xvfb", "-displayfd", "1", "-screen", "0", "1400x1000x24", "-nolisten", "tcp"]
        self.screen = subprocess.Popen(screen, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        own = {"DISPLAY": f":{self.screen.stdout.readline().strip()}", "HOME": str(home)}
        own["WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS"] = "1"
        options = webdriver.WebKitGTKOptions()
        options.binary_location = next(map(str, Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser")))
        options.add_argument("--automation")
        service = Service(shutil.which("WebKitWebDriver"), env={**os.environ, **own})
        super().__init__(webdriver.WebKitGTK(options=options, service=service), home, width, height)

    def close(self):
        self.driver.quit()
        self.screen.terminate()
        self.screen.communicate()


ENGINES = {"firefox": (Firefox, ["firefox-esr"]), "webkit": (WebKit, ["WebKitWebDriver", "Xvfb"])}
"""Each engine with its window, and the programs that it needs."""
