// Elements of HTML by what they are to the structure of a page. Names in lower case.

/** Those that never have an inside. */
export const VOID_TAGS = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));

/** Those whose inside is no markup. */
export const RAW_TAGS = new Set(["script", "style", "textarea", "title"]);

/** Those of running text: they part nothing. */
export const INLINE_TAGS = new Set(
  (
    "a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark nobr q rp rt ruby s samp small span " +
    "strike strong sub sup time tt u var"
  ).split(" "),
);

/** Those whose next sibling closes them. */
export const AUTO_CLOSED_TAGS = new Set(["p", "li", "tr", "td", "th", "dt", "dd", "option"]);

/** Those that lay a page out and say nothing of what they hold. */
export const LAYOUT_TAGS = new Set(
  "html body main div section article aside nav header footer form center ul ol dl table tbody".split(" "),
);
