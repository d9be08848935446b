/** A phone or a tablet as WeChat tells of it, in px. */
export type Device = {
  width: number
  height: number
  /** What the clock and the battery take above. */
  statusBarHeight: number
  /** What the system keeps free below the last row. */
  safeBottom: number
  /** What the owner chose for the whole phone. */
  theme: 'light' | 'dark'
}

/** The device of every test that asks for no other. */
export const IPHONE: Device = { width: 375, height: 812, statusBarHeight: 44, safeBottom: 34, theme: 'light' }

/** WeChat's own bar above a page, below the clock. */
export const NAV_BAR_HEIGHT = 44
const CAPSULE = { width: 87, height: 32, fromRight: 7, fromBarTop: 4 }

/** What wx.getWindowInfo answers on a page with WeChat's bar. */
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

/** Where WeChat's button for the menu and the end lies over the page. */
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
