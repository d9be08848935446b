import { findTargets } from '@paidang/api/areas/views/admin-adverts'
import {
  nameOfPage,
  TARGET_KIND_NAMES,
  TARGET_KINDS,
  TARGET_PAGES,
  type TargetKind,
  thingOfRoute,
} from '@paidang/domain/areas/views/home/advert-target'
import { Flex, Select } from 'antd'
import { useState } from 'react'
import { useRead } from '../../../platform/queries'

type Kind = 'none' | 'page' | TargetKind

type TargetFieldProps = {
  /** The name of the stored target, which a search may not find. */
  targetName: string | null
  /** As in a form field; null has no target, '' is a choice still to be made. */
  value?: string | null
  onChange?: (target: string | null) => void
}

const KIND_OPTIONS: { value: Kind; label: string }[] = [
  { value: 'none', label: '不跳转' },
  { value: 'page', label: '页面' },
  ...TARGET_KINDS.map((value) => ({ value, label: TARGET_KIND_NAMES[value] })),
]

/** The target of an advert: none, a page of the app, or an object that is searched by its name. */
export function TargetField({ targetName, value = null, onChange }: TargetFieldProps) {
  const [kind, setKind] = useState<Kind>(() => kindOf(value))
  const [stored] = useState(value)
  const choose = (next: Kind) => {
    setKind(next)
    onChange?.(next === 'none' ? null : '')
  }
  return (
    <Flex gap={8}>
      <Select aria-label="跳转方式" style={{ width: 140 }} options={KIND_OPTIONS} value={kind} onChange={choose} />
      {kind === 'page' && (
        <Select
          aria-label="跳转页面"
          placeholder="选择页面"
          style={{ flex: 1 }}
          options={TARGET_PAGES.map(({ path, name }) => ({ value: path, label: name }))}
          value={value && nameOfPage(value) ? value : null}
          onChange={(path) => onChange?.(path)}
        />
      )}
      {kind !== 'none' && kind !== 'page' && (
        <ThingSelect
          key={kind}
          kind={kind}
          value={value || null}
          known={stored !== null && targetName !== null ? { target: stored, name: targetName } : undefined}
          onChange={(target) => onChange?.(target)}
        />
      )}
    </Flex>
  )
}

type ThingSelectProps = {
  kind: TargetKind
  value: string | null
  known: { target: string; name: string } | undefined
  onChange: (target: string) => void
}

function ThingSelect({ kind, value, known, onChange }: ThingSelectProps) {
  const [keyword, setKeyword] = useState('')
  const { data: found = [], isFetching } = useRead(findTargets, { query: { kind, keyword } })
  const options = found.map(({ target, name }) => ({ value: target, label: name }))
  const isKnown = known && known.target === value && !options.some((option) => option.value === value)
  return (
    <Select
      aria-label={`选择${TARGET_KIND_NAMES[kind]}`}
      placeholder={`输入名称查找${TARGET_KIND_NAMES[kind]}`}
      style={{ flex: 1, minWidth: 0 }}
      showSearch={{ filterOption: false, onSearch: setKeyword }}
      loading={isFetching}
      notFoundContent="没有找到"
      options={isKnown ? [{ value: known.target, label: known.name }, ...options] : options}
      value={value}
      onChange={onChange}
    />
  )
}

function kindOf(target: string | null): Kind {
  if (target === null) return 'none'
  return thingOfRoute(target)?.kind ?? 'page'
}
