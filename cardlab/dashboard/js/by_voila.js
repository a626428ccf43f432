/**
 * Draws the outputs of the cells under Voilà, instead of Voilà's scripts and all at once: Voilà cannot draw an output
 * that is left over. Or, with progressive rendering, it fills the place of each cell that has run.
 */

const course = /** @type {any} */ (window).course;

document.addEventListener("DOMContentLoaded", () => {
  // A page that is served alone has no other pages, so links to them become text.
  if (!document.querySelector("a.course-home"))
    for (const link of document.querySelectorAll('.course-prose a[href*=".ipynb"]'))
      link.replaceWith(...link.childNodes);
  const scripts = () => document.querySelectorAll('script[type="application/vnd.voila.cell-output+json"]').length;
  const places = () => document.querySelectorAll("[cell-index]:has(> .course-widget:empty)").length;
  const [undrawn, all] = [scripts(), scripts() + places()];
  const bar = document.querySelector("progress");
  if (bar) bar.max = all;
  const look = () => {
    if (bar) bar.value = all - scripts() - places();
    for (const place of document.querySelectorAll(".course-awaited:has(.jp-Cell-outputWrapper)"))
      place.classList.remove("course-awaited");
    if (places() || (undrawn && scripts() === undrawn)) return;
    drawing.disconnect();
    course.ready();
  };
  const drawing = new MutationObserver(look);
  drawing.observe(document.body, { childList: true, subtree: true });
  look();
});
Object.assign(window, { voila_heartbeat: () => {} });
