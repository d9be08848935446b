// Runs as part of the page, before the scripts of the app are there: early-pages.ts writes it into the page, with the files
// of the tabs. It asks for what home shows, and for the scripts of the first page. Nothing compiles it: ES2017.
;((files) => {
  const route = location.hash.replace(/^#?\/*/, '').split('?')[0] || 'pages/home/index'
  const stored = (key) => {
    try {
      return JSON.parse(localStorage.getItem(key)).data
    } catch (_blockedOrAbsent) {
      return null
    }
  }
  const isHome = route === 'pages/home/index'
  // A coach has another home, in files of its own.
  const isCoach = stored('identity') === 'coach'
  const preload = (as, href, fetchPriority) =>
    document.head.appendChild(
      Object.assign(document.createElement('link'), { rel: 'preload', as, href, fetchPriority }),
    )
  const token = stored('token')
  // A token near its end is exchanged first.
  const isFresh = stored('expiresAt') - Date.now() > 300000
  if (isHome && !isCoach && token && isFresh) {
    const day = new Date(Date.now() + 28800000).toISOString().slice(0, 10)
    const call = { url: `/aaapi/home/start?date=${day}`, authorization: `Bearer ${token}` }
    // Without an answer the app asks again. Home is drawn with one that is there first.
    call.answer = fetch(call.url, { headers: { Authorization: call.authorization } })
      .then((answer) =>
        answer.text().then((text) => {
          const { status, headers } = answer
          const retryAfter = headers.get('retry-after') || undefined
          call.come = { status, body: JSON.parse(text), retryAfter }
          return call.come
        }),
      )
      .catch(() => undefined)
    // The picture on top is the largest of the page. Without an advert there is none.
    call.answer
      .then(({ body }) => {
        const { image } = body.data.topAdverts[0]
        if (image) preload('image', `/aaapi/files/${image}`, 'high')
      })
      .catch(() => undefined)
    window.earlyCall = call
  }
  // Six connections are all that a browser opens: the app's own scripts come before these.
  for (const file of [...(files[route] || []), ...(isHome && isCoach ? files.coachHome : [])])
    preload(file.endsWith('.css') ? 'style' : 'script', `./${file}`, 'low')
})(FILES)
