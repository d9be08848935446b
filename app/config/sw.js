// Keeps the page and the files of the tabs, all of one build, in the browser: the next visit starts from them, compiled.
// early-pages.ts writes the files here, and the server the version of its page. Nothing compiles it: ES2017.
;((version, files) => {
  const name = `app-${version}`
  const kept = new Set(files)

  /** All or nothing: a page never meets files of another build. While servers are replaced it may be of another one. */
  const keep = async () => {
    const page = await fetch('/', { cache: 'reload' })
    const text = await page.clone().text()
    if (!files.every((file) => text.includes(file.slice(1)))) throw new Error('the page is of another build')
    const cache = await caches.open(name)
    await cache.addAll(files)
    await cache.put('/', page)
  }

  self.addEventListener('install', (event) => {
    // The next visit is of the new version, also while an old page is open.
    self.skipWaiting()
    event.waitUntil(keep())
  })

  self.addEventListener('activate', (event) => {
    const removeOthers = (names) =>
      Promise.all(names.filter((other) => other !== name).map((other) => caches.delete(other)))
    event.waitUntil(caches.keys().then(removeOthers))
  })

  self.addEventListener('fetch', (event) => {
    const { pathname } = new URL(event.request.url)
    const isPage = pathname === '/' && event.request.mode === 'navigate'
    if (!isPage && !kept.has(pathname)) return
    event.respondWith(caches.match(pathname).then((answer) => answer || fetch(event.request)))
  })
})('VERSION', FILES)
