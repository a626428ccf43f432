/** The start of a site of plain files: redirects to the first page in the browser's language. */

document.addEventListener("DOMContentLoaded", () => {
  const pages = /** @type {HTMLAnchorElement[]} */ ([...document.querySelectorAll("a[hreflang]")]);
  const asked = navigator.languages.map((one) => one.slice(0, 2).toLowerCase());
  const found = asked.map((one) => pages.find(({ hreflang }) => hreflang === one)).find(Boolean) ?? pages[0];
  if (found) location.replace(found.href);
});
