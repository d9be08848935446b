/** Taro's router would register its own tab bar here; the app draws its bars itself, so there is nothing to register. */
export function defineCustomElementTaroTabbar() {
  // Nothing to register.
}

/** As above, for Taro's own pull-to-refresh element. */
export function defineCustomElementTaroPullToRefreshCore() {
  // Nothing to register.
}

/** Only Taro.previewImage asks for this one. @throws always: the app carries no custom elements on the web. */
export function defineCustomElementTaroSwiperCore(): never {
  throw new Error('Taro.previewImage is not available on the web: show pictures in a Sheet')
}

/** Only Taro.previewImage asks for this one. @throws always, as above. */
export const defineCustomElementTaroSwiperItemCore = defineCustomElementTaroSwiperCore
