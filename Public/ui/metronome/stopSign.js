import { icon } from "../elements.js";

/** The square of a stop, since a click goes on with a bar and not where it was. */
export function stopSign() {
    const sign = icon("pause");
    sign.innerHTML = '<rect x="6" y="6" width="12" height="12" rx="2"/>';
    sign.setAttribute("viewBox", "0 0 24 24");
    return sign;
}
