import Taro from '@tarojs/taro'
import { useEffect } from 'react'
import type { LeaveQuestion } from './navigate'

const MESSAGE = '填写的内容还没有保存，确定离开？'

/** As on the web. WeChat asks with its own dialog, however the page is left. */
export function useUnsaved(isUnsaved: boolean, _question: LeaveQuestion): () => void {
  useEffect(() => {
    if (!isUnsaved) return
    Taro.enableAlertBeforeUnload({ message: MESSAGE })
    return () => {
      Taro.disableAlertBeforeUnload()
    }
  }, [isUnsaved])
  return () => {
    Taro.disableAlertBeforeUnload()
  }
}
