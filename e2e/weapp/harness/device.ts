/** A phone or a tablet as WeChat describes it, in px. */
export type Device = {
  width: number
  height: number
  /** The height of the bar with clock and battery. */
  statusBarHeight: number
  /** The safe area at the bottom. */
  safeBottom: number
  /** The theme that the owner chose for the whole phone. */
  theme: 'light' | 'dark'
}

/** The default device of tests. */
export const IPHONE: Device = { width: 375, height: 812, statusBarHeight: 44, safeBottom: 34, theme: 'light' }

/** The height of WeChat's bar above a page, below the clock. */
export const NAV_BAR_HEIGHT = 44
const CAPSULE = { width: 87, height: 32, fromRight: 7, fromBarTop: 4 }

/** The result of wx.getWindowInfo on a page with WeChat's bar. */
export function windowOf({ width, height, statusBarHeight, safeBottom }: Device): object {
  const screenTop = statusBarHeight + NAV_BAR_HEIGHT
  const bottom = height - safeBottom
  return {
    pixelRatio: 2,
    screenWidth: width,
    screenHeight: height,
    windowWidth: width,
    windowHeight: height - screenTop,
    statusBarHeight,
    screenTop,
    safeArea: { left: 0, right: width, top: statusBarHeight, bottom, width, height: bottom - statusBarHeight },
  }
}

/** The position of WeChat's button (menu and close) over the page. */
export function capsuleOf({ width, statusBarHeight }: Device): Record<'left' | 'top' | 'right' | 'bottom', number> & {
  width: number
  height: number
} {
  const right = width - CAPSULE.fromRight
  const top = statusBarHeight + CAPSULE.fromBarTop
  return {
    width: CAPSULE.width,
    height: CAPSULE.height,
    left: right - CAPSULE.width,
    top,
    right,
    bottom: top + CAPSULE.height,
  }
}
