import Taro from '@tarojs/taro'

/** A length in px at design width, for an inline style: style sheets are converted by the build, inline styles are not. */
export function px(length: number): string {
  return Taro.pxTransform(length)
}
