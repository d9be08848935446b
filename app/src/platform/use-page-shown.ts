import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'

/** Whether this page is on top, rather than below another one. */
export function usePageShown(): boolean {
  const [isShown, setShown] = useState(true)
  useDidShow(() => setShown(true))
  useDidHide(() => setShown(false))
  return isShown
}
