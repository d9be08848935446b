import { View } from '@tarojs/components'
import { Children, type ReactNode, useEffect, useState } from 'react'
import { watchNearScreen } from './near-screen'

/** Longer lists are rendered only near the screen. */
const MAX_DRAWN_ROWS = 60
/** Content within this distance above and below the screen, in px, is rendered. */
const NEAR_PX = 1_200
/** Fills complete lines of a grid with two, three or four columns. */
const ROWS_OF_PIECE = 12

type Props = {
  children: ReactNode
  /** The number of rows in the list; by default the number of children. */
  count?: number
  /** How many children are rendered together. */
  step?: number
  /** Lays the children out like the list around them. */
  className?: string | undefined
}

/**
 * The rows of a list of unlimited length, in pieces. Of more than 60 rows only the pieces near the screen are
 * rendered. The others keep their space by their height.
 */
export function Windowed({ children, count, step = ROWS_OF_PIECE, className }: Props) {
  const rows = Children.toArray(children)
  const isLong = (count ?? rows.length) > MAX_DRAWN_ROWS
  const pieces = Array.from({ length: Math.ceil(rows.length / step) }, (_, at) =>
    rows.slice(at * step, (at + 1) * step),
  )
  return pieces.map((piece, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a piece is a place in the list, whatever its content
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
    const end = watchNearScreen(id, NEAR_PX, (isNear, high) => setHeight(isNear ? undefined : high))
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
