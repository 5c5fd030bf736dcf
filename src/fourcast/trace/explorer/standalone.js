// The page of one exported tree. `#step=7&node=12` in the address shows a step and selects a node.
import { Explorer } from "explorer/explorer.js";
import { listenForKeys } from "explorer/keys.js";
import { addPredict } from "explorer/predict.js";
import { find, onActions } from "lib/dom.js";

const fragment = location.hash.slice(1);
const tree = JSON.parse(find("#tree").textContent);
const explorer = new Explorer(find("main"), {
  onSelect: () => {
    if (location.protocol === "about:") return; // a frame in a notebook has no address of its own
    const place = String(new URLSearchParams(explorer.place));
    history.replaceState(null, "", place ? `#${place}` : location.pathname);
  },
});
addPredict(explorer);
onActions(find("header"), {
  openLine: () => explorer.openLine(),
  openAll: () => explorer.openAll(),
  closeAll: () => explorer.closeAll(),
});
listenForKeys(explorer);
await explorer.show([{ tree }]);
// A number alone is a node.
const place = Object.fromEntries(new URLSearchParams(/^\d+$/.test(fragment) ? `node=${fragment}` : fragment));
await explorer.goToPlace(place);
