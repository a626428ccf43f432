/**
 * One lesson's page, alive: connects to its kernel, shows its widgets, says so when the connection goes.
 *
 * Entry point of the bundle. Knows the order of events; the parts know how.
 */

import { Kernel } from "./kernel.js";
import { Manager } from "./manager.js";
import { failure } from "./output.js";

/** @type {{kernel: Promise<string>, finished: Promise<boolean>, alarm: (text: string, final?: boolean) => void, ready: () => void, unfinished: () => void}} */
const course = /** @type {any} */ (window).course;

/** @param {string} name */
const cookie = (name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";

/** Ends the kernel when the page is closed; `keepalive` of a beacon lets it outlive the page. @param {Kernel} kernel */
function endWithPage(kernel) {
  addEventListener("pagehide", () => {
    kernel.leave();
    const form = new FormData();
    form.append("_xsrf", cookie("_xsrf"));
    navigator.sendBeacon(`${kernel.base}voila/api/shutdown/${kernel.id}`, form);
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) location.reload();
  });
}

/** @param {Kernel} kernel */
function tellOfTrouble(kernel) {
  const words = document.body.dataset;
  kernel.addEventListener("lost", () => course.alarm(words.lost ?? "", true));
  kernel.addEventListener("over", () => course.alarm(words.over ?? "", true));
  kernel.addEventListener("back", () => {
    course.alarm(words.back ?? "");
    setTimeout(() => course.alarm(""), 3000);
  });
}

async function start() {
  const id = await Promise.race([course.kernel, course.finished.then(() => "")]);
  if (!id) return course.unfinished();
  const kernel = new Kernel(document.body.dataset.base ?? "/", id);
  endWithPage(kernel);
  const manager = new Manager(kernel);
  if (!(await course.finished)) return course.unfinished();
  tellOfTrouble(kernel);
  const places = /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-widget]"));
  if (places.length) await manager.load();
  else kernel.release();
  await Promise.all(
    [...places].map(async (place) => {
      try {
        await manager.show(place.dataset.widget ?? "", place);
      } catch (problem) {
        console.warn(problem);
        place.replaceChildren(failure());
      }
      place.closest(".course-awaited")?.classList.remove("course-awaited");
    }),
  );
  course.ready();
}

start().catch((problem) => {
  console.warn(problem);
  course.unfinished();
});
