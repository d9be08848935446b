/** Does nothing. Taro's router would register its own tab bar here, but the app draws its bars itself. */
export function defineCustomElementTaroTabbar() {
  // Nothing to register.
}

/** Does nothing, for the same reason, for Taro's own pull-to-refresh element. */
export function defineCustomElementTaroPullToRefreshCore() {
  // Nothing to register.
}

/**
 * Used only by Taro.previewImage.
 *
 * @throws always: the app includes no custom elements on the web
 */
export function defineCustomElementTaroSwiperCore(): never {
  throw new Error('Taro.previewImage is not available on the web: show pictures in a Sheet')
}

/**
 * Used only by Taro.previewImage.
 *
 * @throws always, for the same reason
 */
export const defineCustomElementTaroSwiperItemCore = defineCustomElementTaroSwiperCore
