// Tasks one after another.

/** A function that runs async tasks in the order in which it is called, and resolves with the result of each. */
export function serial() {
  let last = Promise.resolve();
  return (task) => {
    last = last.catch(() => {}).then(task);
    return last;
  };
}
