import { pressedKey } from '@paidang/domain/kernel/pressed-key'
import { Button, Flex, Input, type InputRef, Select } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { DayRange } from './day-range'
import { changedAddress } from './table-address'

/** A filter of a table. Its `name` is the name in the address and in the endpoint. */
export type Filter =
  /** `isId`: only the digits of the text count. */
  | { kind: 'text'; name: string; label: string; maxLength?: number; isId?: true }
  | { kind: 'choice'; name: string; label: string; options: { value: string; label: string }[] }
  /** Two days, both inclusive. */
  | { kind: 'days'; name: string; until: string; label: string }

type Values = Record<string, string | undefined>
type TableFiltersProps = {
  filters: readonly Filter[]
  filterOf: (name: string) => string | undefined
  onChange: (values: Values) => void
}

const namesOf = (filter: Filter) => (filter.kind === 'days' ? [filter.name, filter.until] : [filter.name])

/** The filters of a table. The key / focuses the first one that takes text. */
export function TableFilters({ filters, filterOf, onChange }: TableFiltersProps) {
  const names = filters.flatMap(namesOf)
  const isNarrowed = names.some((name) => filterOf(name) !== undefined)
  const firstText = filters.find(({ kind }) => kind === 'text')
  return (
    <search>
      <Flex gap={8} wrap align="center">
        {filters.map((filter) => (
          <OneFilter
            key={filter.name}
            filter={filter}
            hasHotkey={filter === firstText}
            filterOf={filterOf}
            onChange={onChange}
          />
        ))}
        {isNarrowed && (
          <Button type="link" onClick={() => onChange(Object.fromEntries(names.map((name) => [name, undefined])))}>
            清空筛选
          </Button>
        )}
      </Flex>
    </search>
  )
}

type OneFilterProps = Omit<TableFiltersProps, 'filters'> & { filter: Filter; hasHotkey: boolean }

function OneFilter({ filter, hasHotkey, filterOf, onChange }: OneFilterProps) {
  const { name, label } = filter
  if (filter.kind === 'text') {
    return (
      <TextFilter
        key={filterOf(name) ?? ''}
        label={label}
        maxLength={filter.maxLength ?? 40}
        value={filterOf(name) ?? ''}
        hasHotkey={hasHotkey}
        onChange={(value) => onChange({ [name]: (filter.isId ? value?.replace(/\D/g, '') : value) || undefined })}
      />
    )
  }
  if (filter.kind === 'choice') {
    return (
      <Select
        aria-label={label}
        placeholder={label}
        allowClear
        style={{ minWidth: 140 }}
        options={filter.options}
        // Options that are still read have no names yet, and the id is none.
        labelRender={({ label: text }) => text ?? '…'}
        value={filterOf(name) ?? null}
        onChange={(value: string | null) => onChange({ [name]: value ?? undefined })}
      />
    )
  }
  return (
    <DayRange
      label={label}
      days={{ from: filterOf(filter.name), until: filterOf(filter.until) }}
      onChange={({ from, until }) => onChange({ [filter.name]: from, [filter.until]: until })}
    />
  )
}

type FixedFilterProps = {
  /** Its name in the address. */
  name: string
  label: string
  object: ReactNode
  /** The button that removes it. */
  without: string
}

/** The one object that a table is about, next to its filters. */
export function FixedFilter({ name, label, object, without }: FixedFilterProps) {
  const [, setParams] = useSearchParams()
  const leave = () => setParams((before) => changedAddress(before, { [name]: undefined }), { replace: true })
  return (
    <Flex gap={8} align="center">
      <span>
        {label}：{object}
      </span>
      <Button size="small" onClick={leave}>
        {without}
      </Button>
    </Flex>
  )
}

type TextFilterProps = {
  label: string
  value: string
  maxLength: number
  hasHotkey: boolean
  onChange: (value: string | undefined) => void
}

/** Room in a text filter, in pixels: for one character, and for the padding and both buttons. */
const CHARACTER_WIDTH = 14
const FRAME_WIDTH = 84
const MIN_WIDTH = 240

function TextFilter({ label, value, maxLength, hasHotkey, onChange }: TextFilterProps) {
  const field = useRef<InputRef>(null)
  const [typed, setTyped] = useState(value)
  const placeholder = hasHotkey ? `${label}（按 / 输入）` : label
  useEffect(() => {
    if (!hasHotkey) return
    const go = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && event.target.closest('input, textarea, [contenteditable]')
      if (event.key !== '/' || isTyping) return
      event.preventDefault()
      field.current?.focus({ cursor: 'all' })
    }
    document.addEventListener('keydown', go)
    return () => document.removeEventListener('keydown', go)
  }, [hasHotkey])
  return (
    <Input.Search
      ref={field}
      aria-label={label}
      placeholder={placeholder}
      allowClear
      maxLength={maxLength}
      style={{ width: Math.max(MIN_WIDTH, placeholder.length * CHARACTER_WIDTH + FRAME_WIDTH) }}
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onSearch={(text, event) => {
        const press = event?.nativeEvent
        // An Enter that ends a composition in Safari searches for nothing yet.
        if (press instanceof globalThis.KeyboardEvent && pressedKey(press) !== 'Enter') return
        onChange(text.trim() || undefined)
      }}
    />
  )
}
