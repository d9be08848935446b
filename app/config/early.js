// Runs beside the scripts of the app, before they are read: early-pages.js puts the files of the tabs into it. It asks for
// the scripts of the first page, and for what home shows, while the app still loads. Plain ES5, as browsers get it.
// biome-ignore-all lint: it is not compiled.
;(function (files) {
  var route = location.hash.replace(/^#?\/*/, '').split('?')[0] || 'pages/home/index'
  ;(files[route] || []).forEach(function (file) {
    var link = document.createElement('link')
    link.rel = 'preload'
    link.as = /\.css$/.test(file) ? 'style' : 'script'
    link.href = './' + file
    document.head.appendChild(link)
  })

  function stored(key) {
    try {
      return JSON.parse(localStorage.getItem(key)).data
    } catch (error) {
      return null
    }
  }
  // A token near its end is exchanged first, and a coach has another home.
  var token = stored('token')
  var isFresh = stored('expiresAt') - Date.now() > 300000
  if (route !== 'pages/home/index' || !token || !isFresh || stored('identity') === 'coach') return
  var day = new Date(Date.now() + 28800000).toISOString().slice(0, 10)
  var call = { url: '/aaapi/home/start?date=' + day, authorization: 'Bearer ' + token }
  call.answer = fetch(call.url, { headers: { Authorization: call.authorization } })
  // What fails is asked again by the app.
  call.answer.catch(function () {})
  window.earlyCall = call
})(FILES)
