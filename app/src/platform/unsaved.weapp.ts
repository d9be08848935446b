import Taro from '@tarojs/taro'
import { useEffect } from 'react'
import type { LeaveQuestion } from './navigate'
import { usePageShown } from './use-page-shown'

const MESSAGE = '填写的内容还没有保存，确定离开？'

/** As on the web. WeChat asks with its own dialog, however the page is left. */
export function useUnsaved(isUnsaved: boolean, _question: LeaveQuestion): () => void {
  // Both calls are about the page on top: a form above ends its own question only when this page is there again.
  const isShown = usePageShown()
  useEffect(() => {
    if (!isUnsaved || !isShown) return
    Taro.enableAlertBeforeUnload({ message: MESSAGE })
    return () => {
      Taro.disableAlertBeforeUnload()
    }
  }, [isUnsaved, isShown])
  return () => {
    Taro.disableAlertBeforeUnload()
  }
}
