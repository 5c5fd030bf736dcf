// The page of one exported tree. `#12` in the address selects a node, `#step=7` a step.
import { Explorer } from "explorer/explorer.js";
import { addPredict } from "explorer/predict.js";
import { find, onActions } from "lib/dom.js";

const explorer = new Explorer(find("main"), {
  onSelect: (model) => {
    history.replaceState(null, "", model.selected ? `#${model.selected}` : location.pathname);
  },
});
addPredict(explorer);
onActions(find("header"), {
  openLine: () => explorer.openLine(),
  openAll: () => explorer.openAll(),
  closeAll: () => explorer.closeAll(),
});

const fragment = location.hash.slice(1);
const node = Number(fragment);
const tree = JSON.parse(find("#tree").textContent);
await explorer.show([{ tree }]);
if (fragment.startsWith("step=")) await explorer.goToStep(Number(fragment.slice(5)) - 1);
else if (node > 0 && node < tree.parents.length) await explorer.select(node, { focus: false });
