// No module: it must be there where one of the page's modules isn't, and says so.
window.addEventListener(
  "error",
  ({ target }) => {
    if (!(target instanceof HTMLScriptElement)) return;
    const trouble = document.getElementById("trouble");
    const again = document.createElement("button");
    again.type = "button";
    again.textContent = "Load it again";
    again.addEventListener("click", () => window.location.reload());
    trouble.replaceChildren("The page didn’t arrive whole. ", again);
    trouble.hidden = false;
  },
  true,
);
