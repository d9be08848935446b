import { getVenueFile, updateVenue, type VenueFile } from '@paidang/api/areas/places/admin-venues'
import { queryVenues } from '@paidang/api/areas/places/venues'
import { MAX_FREE_BALLS } from '@paidang/domain/areas/activities/balls/ball-form'
import { Button, Card, Form, InputNumber } from 'antd'
import { useWrite } from '../../../platform/queries'
import { useAction } from '../../../ui/use-action'
import { useSeen } from '../../../ui/use-seen'
import { factsOf, type TypedVenue, typedOf, VenueFields } from './venue-fields'

/** A form of a venue's page, next to others: `own` are the revisions that this user made on the page. */
export type VenueFormProps = { file: VenueFile; own: readonly number[]; onSaved: (revision: number) => void }

type Typed = TypedVenue & { freeBallLimit: number }

/** Edits the facts of a venue, over the revision that was seen. */
export function VenueForm({ file, own, onSaved }: VenueFormProps) {
  const { doIt } = useAction()
  const update = useWrite(updateVenue, { changes: [getVenueFile, queryVenues] })
  const { seen, key, notice, typing } = useSeen(file, own)
  const { venue, revision } = seen
  const save = async ({ freeBallLimit, ...typed }: Typed) => {
    const saved = await doIt({
      run: () =>
        typing.save(() =>
          update.mutateAsync({
            params: { id: venue.id },
            body: { ...factsOf(typed), freeBallLimit, revision },
          }),
        ),
      done: '资料已保存，小程序里已更新',
    })
    if (saved) onSaved(saved.revision)
  }
  return (
    <Card style={{ maxWidth: 960 }}>
      {notice}
      <Form<Typed>
        key={key}
        layout="vertical"
        requiredMark={false}
        initialValues={{ ...typedOf(venue), freeBallLimit: seen.freeBallLimit }}
        onValuesChange={typing.onTyped}
        onFinish={save}
        scrollToFirstError
      >
        <VenueFields />
        <Form.Item
          name="freeBallLimit"
          label="每人未付清球局上限"
          extra="同一位球员在本馆场地上最多同时有几场不收费的球局；0 表示不接受"
          rules={[{ required: true, message: '请填写上限' }]}
        >
          <InputNumber min={0} max={MAX_FREE_BALLS} precision={0} suffix="场" style={{ width: 160 }} />
        </Form.Item>
        <Button type="primary" htmlType="submit" loading={update.isPending}>
          保存
        </Button>
      </Form>
    </Card>
  )
}
