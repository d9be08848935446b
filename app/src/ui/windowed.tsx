import { View } from '@tarojs/components'
import { Children, type ReactNode, useEffect, useState } from 'react'
import { watchNearScreen } from './near-screen'

/** A list of more rows than this is drawn only near the screen. */
const MAX_DRAWN_ROWS = 60
/** Whole lines of a grid of two, three or four. */
const ROWS_OF_PIECE = 12

type Props = {
  children: ReactNode
  /** Of how many rows the list is; as many as children without it. */
  count?: number
  /** How many children come and go together. */
  step?: number
  /** Lays the children out, as the list around would. */
  className?: string | undefined
}

/**
 * The rows of a list that may grow without end, piece by piece. Of more than 60 rows only the pieces near the screen are drawn; the
 * others keep their place by their height.
 */
export function Windowed({ children, count, step = ROWS_OF_PIECE, className }: Props) {
  const rows = Children.toArray(children)
  const isLong = (count ?? rows.length) > MAX_DRAWN_ROWS
  const pieces = Array.from({ length: Math.ceil(rows.length / step) }, (_, at) =>
    rows.slice(at * step, (at + 1) * step),
  )
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is a place in the list, whatever stands there
    <Piece key={at} isLong={isLong} className={className}>
      {piece}
    </Piece>
  ))
}

let lastPiece = 0

function nextId(): string {
  lastPiece += 1
  return `piece-${lastPiece}`
}

type PieceProps = { isLong: boolean; className: string | undefined; children: ReactNode }

function Piece({ isLong, className, children }: PieceProps) {
  const [id] = useState(nextId)
  /** In px, while it is far away. */
  const [height, setHeight] = useState<number>()
  useEffect(() => {
    if (!isLong) return
    const end = watchNearScreen(id, (isNear, high) => setHeight(isNear ? undefined : high))
    return () => {
      end()
      setHeight(undefined)
    }
  }, [id, isLong])
  return (
    <View id={id} className={className} style={height === undefined ? undefined : { height: `${height}px` }}>
      {height === undefined && children}
    </View>
  )
}
