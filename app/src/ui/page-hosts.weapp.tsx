import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'
import { DialogHost } from './dialog-host'
import { OpeningPage } from './opening-page'
import { PrivacySheet } from './privacy-sheet'

/**
 * Every page of the mini-program is a tree of its own. The top page renders the dialogs of `confirm`, WeChat's
 * consent, and the skeleton of the page that opens next.
 */
export function PageHosts() {
  const [onTop, setOnTop] = useState(true)
  useDidShow(() => setOnTop(true))
  useDidHide(() => setOnTop(false))
  if (!onTop) return null
  return (
    <>
      <OpeningPage />
      <DialogHost />
      <PrivacySheet />
    </>
  )
}
