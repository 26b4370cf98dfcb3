/** Returns functions that load a value at the first call of `load`, and return it if it is loaded. */
export function loadOnce<T>(start: () => Promise<T>) {
  let loading: Promise<T> | undefined;
  let loaded: T | undefined;
  const load = () => {
    loading ??= start().then(
      (value) => {
        loaded = value;
        return value;
      },
      (error: unknown) => {
        // Some browsers load the code again for the next caller; others keep the failure until the page is reloaded.
        loading = undefined;
        throw error;
      },
    );
    return loading;
  };
  return { load, current: () => loaded };
}
