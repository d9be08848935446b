import * as calls from '@paidang/api/areas/views/admin-adverts'
import { ADVERT_PLACE_NAMES, ADVERT_PLACES, ADVERT_STATE_NAMES } from '@paidang/domain/areas/views/home/advert'
import { Button } from 'antd'
import { useNavigate, useParams, useSearchParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { Opening } from '../../../ui/opening'
import { Page } from '../../../ui/page'
import { giveUpUnsaved } from '../../../ui/unsaved'
import { useAction } from '../../../ui/use-action'
import { AdvertForm } from './advert-form'

/** One advert: its data at the left, its preview at the right. */
export function AdvertPage() {
  const { id = '' } = useParams()
  const read = useRead(calls.advertForOperator, { params: { id } })
  const advert = read.data?.id === id && !read.isError ? read.data : undefined
  if (!advert) return <Opening name="广告" list="/adverts" read={read} />
  return (
    <Page
      title={advert.title}
      about={`${ADVERT_PLACE_NAMES[advert.place]} · ${ADVERT_STATE_NAMES[advert.state]}`}
      actions={<DeleteButton advert={advert} />}
    >
      <AdvertForm key={id} advert={advert} place={advert.place} />
    </Page>
  )
}

/** The form of a new advert, for the place of the list before. */
export function NewAdvertPage() {
  const [params] = useSearchParams()
  return (
    <Page title="新增广告">
      <AdvertForm place={ADVERT_PLACES.find((place) => place === params.get('place')) ?? 'top'} />
    </Page>
  )
}

function DeleteButton({ advert: { id, title, place, revision } }: { advert: calls.ManagedAdvert }) {
  const navigate = useNavigate()
  const { doAfterAsking } = useAction()
  const remove = useWrite(calls.deleteAdvert, { changes: [calls.advertsForOperator] })
  return (
    <Button
      danger
      onClick={() =>
        doAfterAsking({
          run: async () => {
            await remove.mutateAsync({ params: { id }, query: { revision } })
            giveUpUnsaved()
            navigate(`/adverts?place=${place}`)
          },
          done: '广告已删除',
          title: `删除「${title}」？`,
          effect: '小程序首页马上不再显示它。删除后不能恢复，只是暂停投放请用结束。',
          okText: '删除',
        })
      }
    >
      删除广告
    </Button>
  )
}
