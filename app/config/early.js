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
  for (const file of [...(files[route] || []), ...(isHome && isCoach ? files.coachHome : [])]) {
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = file.endsWith('.css') ? 'style' : 'script'
    link.href = `./${file}`
    document.head.appendChild(link)
  }

  // A token near its end is exchanged first.
  const token = stored('token')
  const isFresh = stored('expiresAt') - Date.now() > 300000
  if (!isHome || isCoach || !token || !isFresh) return
  const day = new Date(Date.now() + 28800000).toISOString().slice(0, 10)
  const call = { url: `/aaapi/home/start?date=${day}`, authorization: `Bearer ${token}` }
  // Without an answer the app asks again.
  call.answer = fetch(call.url, { headers: { Authorization: call.authorization } }).catch(() => undefined)
  window.earlyCall = call
})(FILES)
