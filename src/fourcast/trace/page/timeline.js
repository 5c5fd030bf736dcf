// The search step by step: a slider over a strip with one mark a step, its height telling the depth.
const slider = document.getElementById("slider");
const strip = document.getElementById("strip");
const deepest = nodes.reduce((most, node) => Math.max(most, node.level), 1);
let playing = null;

slider.max = lastStep;

function colourOf(step) {
  const colours = getComputedStyle(document.documentElement);
  const name = step.what === "cut" ? "--cut" : windowMoved(step) ? "--accent" : step.what === "leaf" ? "--ink-3" : "--edge";
  return colours.getPropertyValue(name);
}

let painted = null; // the strip without the needle, for there may be many thousand marks

function paintStrip() {
  const ratio = devicePixelRatio || 1;
  const width = strip.clientWidth, height = strip.clientHeight;
  strip.width = width * ratio;
  strip.height = height * ratio;
  painted = document.createElement("canvas");
  painted.width = strip.width;
  painted.height = strip.height;
  const brush = painted.getContext("2d");
  brush.scale(ratio, ratio);
  const each = (width - 16) / Math.max(steps.length, 1);
  const tall = Math.max(3, Math.min(9, (height - 4) / (deepest + 1)));
  const colours = new Map();
  for (const cutsToo of [false, true]) { // cuts last, for they must not be hidden where marks are dense
    steps.forEach((step, place) => {
      if ((step.what === "cut") !== cutsToo) return;
      const kind = `${step.what} ${Boolean(windowMoved(step))}`;
      if (!colours.has(kind)) colours.set(kind, colourOf(step));
      brush.fillStyle = colours.get(kind);
      const y = 2 + (step.node.level / (deepest + 1)) * (height - 4);
      brush.fillRect(8 + place * each, y, Math.max(1, Math.min(each * 0.8, 9)), cutsToo ? tall * 1.6 : tall);
    });
  }
  paintNeedle();
}

function paintNeedle() {
  if (!painted) return;
  const brush = strip.getContext("2d");
  brush.clearRect(0, 0, strip.width, strip.height);
  brush.drawImage(painted, 0, 0);
  const x = (8 + ((strip.clientWidth - 16) * (state.step + 0.5)) / steps.length) * (devicePixelRatio || 1);
  brush.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ink");
  brush.fillRect(x - 1, 0, 2, strip.height);
}

function goTo(step) {
  const now = Math.max(0, Math.min(lastStep, step));
  const { node, what } = steps[now];
  const before = visibleNodes().join();
  state.step = now;
  state.selected = node.index;
  followed.clear();
  if (now < lastStep) {
    for (const index of ancestors(node.index)) followed.add(index);
    if (what !== "in" && node.children.length) followed.add(node.index);
  }
  glide();
  if (visibleNodes().join() === before) mark();
  else redraw(node.parent ?? 0);
  shrink(readable());
  bringIntoView(node.index);
  told();
  inspect();
}

function told() {
  slider.value = state.step;
  slider.setAttribute("aria-valuetext", `step ${state.step + 1} of ${steps.length}`);
  document.getElementById("count").textContent = `Step ${(state.step + 1).toLocaleString("en")} of ${steps.length.toLocaleString("en")}`;
  document.getElementById("said").textContent = stepSentence(steps[state.step]);
  paintNeedle();
}

function play(on) {
  const button = document.getElementById("play");
  clearInterval(playing);
  playing = on ? setInterval(() => (state.step < lastStep ? goTo(state.step + 1) : play(false)), 700) : null;
  button.querySelector("path").setAttribute("d", on ? "M7 4v12M13 4v12" : "M7 4l9 6-9 6z");
  button.setAttribute("aria-label", on ? "Pause" : "Play");
  button.setAttribute("aria-pressed", on);
}
