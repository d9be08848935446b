import Taro from '@tarojs/taro'

/** Resolves when the router shows a page, whose code may first have to load, or when the browser goes back instead. */
export function pageOpened(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      Taro.eventCenter.off('__afterTaroRouterChange', done)
      window.removeEventListener('popstate', done)
      resolve()
    }
    Taro.eventCenter.on('__afterTaroRouterChange', done)
    window.addEventListener('popstate', done)
  })
}
