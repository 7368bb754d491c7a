/* global document, localStorage */
// Runs before the first paint, as a file of its own because the policy allows no inline script.
(function () {
  try {
    const theme = localStorage.getItem('theme');
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage may be closed to us; the system's theme then applies.
  }
})();
