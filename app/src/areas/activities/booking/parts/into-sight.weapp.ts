import Taro from '@tarojs/taro'

/** Scrolls the page when an element begins below `latest`, so that it begins at `broughtTo`; both in heights of the window. */
export function bringIntoSight(id: string, { latest, broughtTo }: { latest: number; broughtTo: number }): void {
  const { windowHeight } = Taro.getWindowInfo()
  Taro.createSelectorQuery()
    .select(`#${id}`)
    .boundingClientRect((box) => {
      if (!box || Array.isArray(box) || box.top <= windowHeight * latest) return
      Taro.pageScrollTo({ scrollTop: box.top - windowHeight * broughtTo, duration: 0 })
    })
    .exec()
}
