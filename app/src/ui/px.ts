import Taro from '@tarojs/taro'

/** A length in px at design width, for an inline style. The build converts style sheets, but not inline styles. */
export function px(length: number): string {
  return Taro.pxTransform(length)
}
