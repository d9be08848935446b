// Runs beside the scripts of the app, before they are read: early-pages.ts puts the files of the tabs into it. It asks for
// the scripts of the first page, and for what home shows, while the app still loads. Nothing compiles it: ES2017.
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
  const preload = (as, href, fetchPriority = 'auto') =>
    document.head.appendChild(
      Object.assign(document.createElement('link'), { rel: 'preload', as, href, fetchPriority }),
    )
  for (const file of [...(files[route] || []), ...(isHome && isCoach ? files.coachHome : [])])
    preload(file.endsWith('.css') ? 'style' : 'script', `./${file}`)

  // A token near its end is exchanged first.
  const token = stored('token')
  const isFresh = stored('expiresAt') - Date.now() > 300000
  if (!isHome || isCoach || !token || !isFresh) return
  const day = new Date(Date.now() + 28800000).toISOString().slice(0, 10)
  const call = { url: `/aaapi/home/start?date=${day}`, authorization: `Bearer ${token}` }
  // Without an answer the app asks again.
  call.answer = fetch(call.url, { headers: { Authorization: call.authorization } }).catch(() => undefined)
  // The picture on top is the largest of the page. Without an advert there is none.
  call.answer
    .then((answer) => answer.clone().json())
    .then(({ data }) => {
      const { image } = data.topAdverts[0]
      if (image) preload('image', `/aaapi/files/${image}`, 'high')
    })
    .catch(() => undefined)
  window.earlyCall = call
})(FILES)
