import { HolderOutlined } from '@ant-design/icons'
import {
  type Announcements,
  closestCenter,
  DndContext,
  type DragEndEvent,
  DragOverlay,
  type KeyboardCoordinateGetter,
  KeyboardSensor,
  PointerSensor,
  type UniqueIdentifier,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
} from '@dnd-kit/core'
import { Button, Flex, Table, type TableColumnsType } from 'antd'
import { type HTMLAttributes, useState } from 'react'
import { NoRows } from './data-table'
import { useOwnEscape } from './own-escape'
import { moved } from './pictures'
import './ordered-table.css'

type Ordered = { id: string }

type OrderedTableProps<Row extends Ordered> = {
  /** All rows in their order; undefined until the server has answered. */
  rows: readonly Row[] | undefined
  /** The name of a row for screen readers while it is moved. */
  nameOf: (row: Row) => string
  columns: TableColumnsType<Row>
  /** The message for an empty list. */
  empty: string
  /** Sends the new order to the server; the rows keep their places until it has answered. */
  onOrder: (ids: string[]) => Promise<unknown>
}

/** Pixels after which a press is a drag. */
const DRAG_DISTANCE = 4
const KEYS = { start: ['Space', 'Enter'], cancel: ['Escape'], end: ['Space', 'Enter'] }
const INSTRUCTIONS = '按空格或回车拿起，用上下方向键移动，再按空格或回车放下，按 Esc 放弃。'

/** A table whose rows can be reordered: by dragging their handles, or with the arrow keys. */
export function OrderedTable<Row extends Ordered>({ rows, nameOf, columns, empty, onOrder }: OrderedTableProps<Row>) {
  const [carried, setCarried] = useState<{ from: number; to: number }>()
  const [isBusy, setIsBusy] = useState(false)
  const ids = rows?.map(({ id }) => id) ?? []
  useOwnEscape(carried !== undefined)
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor, { coordinateGetter: byRows(ids), keyboardCodes: KEYS }),
  )
  const nameAt = (place: number) => {
    const row = rows?.[place]
    return row ? nameOf(row) : ''
  }
  const placeOf = ({ id }: Identified) => ids.indexOf(String(id))
  const drop = async ({ active, over }: DragEndEvent) => {
    setCarried(undefined)
    if (!over || over.id === active.id) return
    setIsBusy(true)
    try {
      await onOrder(moved(ids, placeOf(active), placeOf(over)))
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements: announcementsOf((active) => nameAt(placeOf(active)), placeOf),
        screenReaderInstructions: { draggable: INSTRUCTIONS },
      }}
      onDragStart={({ active }) => setCarried({ from: placeOf(active), to: placeOf(active) })}
      onDragOver={({ active, over }) => over && setCarried({ from: placeOf(active), to: placeOf(over) })}
      onDragCancel={() => setCarried(undefined)}
      onDragEnd={(end) => void drop(end)}
    >
      <Table<Row>
        size="middle"
        pagination={false}
        scroll={{ x: true }}
        rowKey="id"
        dataSource={rows ?? []}
        loading={isBusy}
        components={{ body: { row: OrderedRow } }}
        rowClassName={(_, place) => classAt(place, carried)}
        locale={{ emptyText: <NoRows isAnswered={rows !== undefined} empty={empty} /> }}
        columns={[
          {
            title: '顺序',
            width: 88,
            render: (_, row, place) => (
              <Flex align="center" gap={4}>
                <Handle id={row.id} name={nameOf(row)} isFixed={isBusy || ids.length < 2} />
                {place + 1}
              </Flex>
            ),
          },
          ...columns,
        ]}
      />
      <DragOverlay dropAnimation={null}>
        {carried && <div className="ordered-carried">{nameAt(carried.from)}</div>}
      </DragOverlay>
    </DndContext>
  )
}

/** A row of the body. The placeholder row has no key, and takes no drop. */
function OrderedRow(props: HTMLAttributes<HTMLTableRowElement> & { 'data-row-key'?: string }) {
  const id = props['data-row-key']
  const { setNodeRef } = useDroppable({ id: id ?? '', disabled: id === undefined })
  return <tr {...props} ref={setNodeRef} />
}

function Handle({ id, name, isFixed }: { id: string; name: string; isFixed: boolean }) {
  const { setNodeRef, listeners, attributes } = useDraggable({
    id,
    disabled: isFixed,
    attributes: { roleDescription: '可移动' },
  })
  return (
    <Button
      {...attributes}
      {...listeners}
      ref={setNodeRef}
      type="text"
      size="small"
      className="ordered-handle"
      icon={<HolderOutlined />}
      aria-label={`移动${name}`}
    />
  )
}

/** A line shows where the moved row would be dropped. */
function classAt(place: number, carried: { from: number; to: number } | undefined): string {
  if (!carried) return ''
  if (place === carried.from) return 'ordered-away'
  if (place !== carried.to) return ''
  return carried.to < carried.from ? 'ordered-above' : 'ordered-below'
}

type Identified = { id: UniqueIdentifier }

/** What a screen reader announces while a row is moved. */
function announcementsOf(nameOf: (row: Identified) => string, placeOf: (row: Identified) => number): Announcements {
  const place = (over: Identified) => `第 ${placeOf(over) + 1} 位`
  return {
    onDragStart: ({ active }) => `拿起${nameOf(active)}`,
    onDragOver: ({ active, over }) => (over ? `${nameOf(active)}移到${place(over)}` : undefined),
    onDragEnd: ({ active, over }) => (over ? `${nameOf(active)}放在${place(over)}` : `${nameOf(active)}已放回`),
    onDragCancel: ({ active }) => `${nameOf(active)}已放回`,
  }
}

/** The arrow keys move a dragged row from row to row, in the order of `ids`, instead of by pixels. */
function byRows(ids: readonly string[]): KeyboardCoordinateGetter {
  return (event, { currentCoordinates, context: { droppableRects, over, collisionRect } }) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.code]
    if (step === undefined) return undefined
    event.preventDefault()
    const next = ids[ids.indexOf(String(over?.id)) + step]
    const rect = next === undefined ? undefined : droppableRects.get(next)
    if (!rect || !collisionRect) return undefined
    // Aligned to the middle of the row, by which the nearest one is found.
    return { x: currentCoordinates.x, y: rect.top + (rect.height - collisionRect.height) / 2 }
  }
}
