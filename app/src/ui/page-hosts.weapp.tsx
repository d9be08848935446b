import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'
import { DialogHost } from './dialog-host'
import { PrivacySheet } from './privacy-sheet'

/**
 * Every page of the mini-program is a tree of its own. The top page renders the dialogs of `confirm`, and WeChat's
 * consent.
 */
export function PageHosts() {
  const [onTop, setOnTop] = useState(true)
  useDidShow(() => setOnTop(true))
  useDidHide(() => setOnTop(false))
  if (!onTop) return null
  return (
    <>
      <DialogHost />
      <PrivacySheet />
    </>
  )
}
