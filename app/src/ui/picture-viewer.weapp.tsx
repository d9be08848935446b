import Taro from '@tarojs/taro'
import { useEffect, useRef } from 'react'
import type { PictureViewerProps } from './picture-viewer-words'

/** Pictures one by one over the whole screen, by WeChat's own viewer: it zooms, turns and keeps. */
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
