import { useDidHide, useDidShow } from '@tarojs/taro'
import { useState } from 'react'
import { DialogHost } from './dialog-host'

/** Every page of the mini-program is a tree of its own: the one on top draws the dialogs of `confirm`. */
export function PageHosts() {
  const [onTop, setOnTop] = useState(true)
  useDidShow(() => setOnTop(true))
  useDidHide(() => setOnTop(false))
  return onTop ? <DialogHost /> : null
}
