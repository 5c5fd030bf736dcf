// The page of one tree that has everything with it. `#12` asks for a node, `#step=7` for a step.
const explorer = new Explorer(find("main"), {
  chosen: (model) => history.replaceState(null, "", model.selected ? `#${model.selected}` : location.pathname),
});
listen(find("header"), { openLine: () => explorer.openLine(), openAll: () => explorer.openAll(), closeAll: () => explorer.closeAll() });

const asked = location.hash.slice(1);
const tree = JSON.parse(document.getElementById("tree").textContent);
await explorer.show([{ tree }]);
if (asked.startsWith("step=")) await explorer.goTo(Number(asked.slice(5)) - 1);
else if (Number(asked) > 0 && Number(asked) < tree.parents.length) await explorer.choose(Number(asked), false);
