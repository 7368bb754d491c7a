/* global document, localStorage, location, URLSearchParams, window */
// Runs before the first paint, as a file of its own because the policy allows no inline script: the theme, which frame the page has, and the
// requests that every page of an organization begins with, so that they do not wait for the other scripts.
(function () {
  const root = document.documentElement;
  const first = location.pathname.split('/')[1];
  if (['checkout', 'outbox', 'pretend-provider'].includes(first)) root.dataset.frame = 'bare';
  else if (first === 'organizations') root.dataset.frame = 'sheet';
  // A checkout has the theme that its link names, and lies over the page whose script frames it.
  const named = first === 'checkout' ? new URLSearchParams(location.search) : new Map();
  if (named.get('embed') === 'true' && window.parent !== window) root.dataset.embed = '';
  const wanted = named.get('theme');
  if (wanted === 'light' || wanted === 'dark') root.dataset.theme = wanted;
  try {
    const theme = localStorage.getItem('theme');
    if (!root.dataset.theme && (theme === 'light' || theme === 'dark')) root.dataset.theme = theme;
    const id = localStorage.getItem('id of ' + decodeURIComponent(first));
    if (!id) return;
    load('/api/auth/get-session');
    load('/v1/organizations?slug=' + first);
    load('/api/auth/organization/get-active-member-role?organizationId=' + id);
    load('/sandbox/clock');
    if (location.pathname.split('/').filter(Boolean).length > 1 || location.search) return;
    load('/api/dashboard/figures?organization_id=' + id);
    load('/api/dashboard/attention?organization_id=' + id);
    load('/v1/orders?organization_id=' + id + '&limit=10&sorting=-created_at');
  } catch {
    // Storage may be closed to us; the system's theme then applies.
  }

  function load(path) {
    const link = document.createElement('link');
    link.rel = 'preload';
    link.as = 'fetch';
    link.crossOrigin = 'use-credentials';
    link.href = path;
    document.head.append(link);
  }
})();
