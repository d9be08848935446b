import Taro from '@tarojs/taro'
import { useEffect, useRef } from 'react'
import type { PictureViewerProps } from './picture-viewer.h5'

/** Pictures one by one in full screen, in WeChat's own viewer: it zooms, rotates and saves. */
export function PictureViewer(props: PictureViewerProps) {
  const latest = useRef(props)
  latest.current = props
  const { at } = props
  useEffect(() => {
    if (at === undefined) return
    const { pictures, onChange } = latest.current
    Taro.previewImage({ urls: pictures.map(({ address }) => address), current: pictures[at]?.address })
    onChange(undefined)
  }, [at])
  return null
}
