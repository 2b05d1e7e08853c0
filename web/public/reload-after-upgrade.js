// Loads the page again when its scripts or styles are missing. During an upgrade a page and its files can come from
// replicas of different versions. The name of this file has no hash, so that replicas of every version have it.
{
  const delaysMs = [300, 1000, 2000, 4000];
  let isMissing = false;

  const setReloads = (reloads) => history.replaceState({ ...history.state, reloads }, '');

  addEventListener(
    'error',
    ({ target }) => {
      if (isMissing || !(target instanceof HTMLScriptElement || target instanceof HTMLLinkElement)) return;
      isMissing = true;
      const reloads = history.state?.reloads ?? 0;
      if (reloads < delaysMs.length) {
        setReloads(reloads + 1);
        setTimeout(() => location.reload(), delaysMs[reloads]);
      } else {
        document.getElementById('root').textContent = 'This page did not load. Please reload it in a moment.';
      }
    },
    true,
  );
  addEventListener('load', () => {
    if (!isMissing && history.state?.reloads) setReloads(0);
  });
}
