import Taro, { useDidShow } from '@tarojs/taro'
import { useEffect } from 'react'

/** Sets the title in the native bar or the browser's tab, whenever the page is on top. */
export function usePageTitle(title: string): void {
  useDidShow(() => {
    Taro.setNavigationBarTitle({ title })
  })
  useEffect(() => {
    Taro.setNavigationBarTitle({ title })
  }, [title])
}
