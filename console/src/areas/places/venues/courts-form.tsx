import { DeleteOutlined, PlusOutlined } from '@ant-design/icons'
import { getVenueFile, updateCourts, type VenueFile } from '@paidang/api/areas/places/admin-venues'
import { queryVenues } from '@paidang/api/areas/places/venues'
import { errors } from '@paidang/api/catalogue/errors'
import { MAX_COURTS, whyNotCourts } from '@paidang/domain/areas/places/venues/court-rows'
import { Button, Card, Flex, Form, Input, Tooltip, Typography } from 'antd'
import { useWrite } from '../../../platform/queries'
import { useAction } from '../../../ui/use-action'
import { type Typing, useSeen } from '../../../ui/use-seen'
import type { VenueFormProps } from './venue-form'

type Row = { id: string | null; courtCode: string; name: string; surface: string }
type Typed = { courts: Row[] }

const WIDTHS = { place: 40, field: 180, remove: 32 }

/**
 * The courts of a venue in their order, with their names. New ones come at the end, and courts that were never used
 * can be removed from the end.
 */
export function CourtsForm({ file, own, onSaved }: VenueFormProps) {
  const { seen, key, notice, typing } = useSeen(file, own)
  return (
    <Card style={{ maxWidth: 960 }}>
      {notice}
      <Courts key={key} file={seen} typing={typing} onSaved={onSaved} />
    </Card>
  )
}

type CourtsProps = { file: VenueFile; typing: Typing; onSaved: (revision: number) => void }

function Courts({ file: { venue, revision, courts }, typing, onSaved }: CourtsProps) {
  const { doIt, doAfterAsking } = useAction()
  const update = useWrite(updateCourts, { changes: [getVenueFile, queryVenues] })
  const save = ({ courts: typed }: Typed) => {
    const action = {
      run: async () => {
        const body = { revision, courts: typed.map(trimmed) }
        const saved = await typing.save(() => update.mutateAsync({ params: { id: venue.id }, body }))
        onSaved(saved.revision)
      },
      done: '场地已保存，拍档里已更新',
    }
    const leaving = courts.filter(({ id }) => !typed.some((row) => row.id === id)).map(({ name }) => name)
    if (leaving.length === 0) return void doIt(action)
    doAfterAsking({
      ...action,
      title: `删除${leaving.join('、')}？`,
      effect: '拍档里马上不再显示，不能恢复；其他场地的顺序不变。',
      okText: '删除并保存',
    })
  }
  const used = new Set(courts.filter(({ isUsed }) => isUsed).map(({ id }) => id))
  const present = courts.map(({ id }) => id)
  return (
    <>
      <Typography.Paragraph type="secondary">
        顺序就是拍档里的顺序，只能从末尾增减。改名后，已有的预约显示新的名称；有过预约、锁定或常用记录的场地不能删除。
      </Typography.Paragraph>
      <Form<Typed>
        initialValues={{ courts: courts.map(({ id, courtCode, name, surface }) => ({ id, courtCode, name, surface })) }}
        onValuesChange={typing.onTyped}
        onFinish={save}
      >
        <Form.List name="courts" rules={[{ validator: async (_, typed: Row[]) => assertSound(present, typed) }]}>
          {(fields, { add, remove }, { errors: faults }) => (
            <Flex vertical gap={8}>
              <Flex gap={12} aria-hidden>
                <span style={{ width: WIDTHS.place }}>序号</span>
                <span style={{ width: WIDTHS.field }}>名称</span>
                <span style={{ width: WIDTHS.field }}>编号</span>
                <span style={{ width: WIDTHS.field }}>地面（选填）</span>
              </Flex>
              {fields.map(({ key, name: at }) => (
                <Flex key={key} gap={12} align="center">
                  <span style={{ width: WIDTHS.place }}>{at + 1}</span>
                  {/* Only registered fields are part of the form's values. */}
                  <Form.Item name={[at, 'id']} hidden noStyle>
                    <Input />
                  </Form.Item>
                  <Field at={at} field="name" label="名称" />
                  <Field at={at} field="courtCode" label="编号" />
                  <Field at={at} field="surface" label="地面" placeholder="如：硬地" />
                  {at === fields.length - 1 && at > 0 && (
                    <RemoveButton place={at + 1} isUsed={used.has(present[at] ?? '')} onPress={() => remove(at)} />
                  )}
                </Flex>
              ))}
              <Form.ErrorList errors={faults} />
              <Flex gap={12} style={{ marginTop: 8 }}>
                <Button
                  icon={<PlusOutlined />}
                  disabled={fields.length >= MAX_COURTS}
                  onClick={() => add(newRow(fields.length))}
                >
                  在末尾新增一片
                </Button>
                <Button type="primary" htmlType="submit" loading={update.isPending}>
                  保存场地
                </Button>
              </Flex>
            </Flex>
          )}
        </Form.List>
      </Form>
    </>
  )
}

type FieldProps = { at: number; field: 'name' | 'courtCode' | 'surface'; label: string; placeholder?: string }

function Field({ at, field, label, placeholder }: FieldProps) {
  return (
    <Form.Item name={[at, field]} noStyle>
      <Input
        maxLength={20}
        aria-label={`第 ${at + 1} 片${label}`}
        placeholder={placeholder ?? ''}
        style={{ width: WIDTHS.field }}
      />
    </Form.Item>
  )
}

function RemoveButton({ place, isUsed, onPress }: { place: number; isUsed: boolean; onPress: () => void }) {
  return (
    <Tooltip title={isUsed && errors.court_in_use.message}>
      <Button
        type="text"
        icon={<DeleteOutlined />}
        aria-label={`删除第 ${place} 片`}
        disabled={isUsed}
        onClick={onPress}
        style={{ width: WIDTHS.remove }}
      />
    </Tooltip>
  )
}

const newRow = (index: number): Row => ({ id: null, courtCode: String(index), name: `场地${index + 1}`, surface: '' })

function trimmed({ id, courtCode, name, surface }: Row): Row {
  return { id, courtCode: courtCode.trim(), name: name.trim(), surface: surface.trim() }
}

/** Reports faults before sending, by the server's rules. */
function assertSound(present: readonly string[], typed: readonly Row[]): void {
  const refusal = whyNotCourts(present, typed.map(trimmed))
  if (refusal) throw new Error(errors[refusal].message)
}
