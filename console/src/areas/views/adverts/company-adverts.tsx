import { PlusOutlined } from '@ant-design/icons'
import { uploadCompanyFile } from '@paidang/api/areas/ground/files'
import type { ManagedAdvert } from '@paidang/api/areas/views/admin-adverts'
import * as calls from '@paidang/api/areas/views/admin-adverts'
import { ADVERT_STATE_NAMES, MAX_OPEN_OF_COMPANY } from '@paidang/domain/areas/views/home/advert'
import { Alert, Button } from 'antd'
import { Link, useParams } from 'react-router'
import { useRead, useWrite } from '../../../platform/queries'
import { DataTable } from '../../../ui/data-table'
import { Opening, Page } from '../../../ui/page'
import { useAction, useGoOn } from '../../../ui/use-action'
import { type AdvertWrites, DaysCard, FormOf, GoneAlert } from './advert-page'
import { advertColumns } from './adverts-page'

const LIST = '/company-adverts'
const CHANGES = { changes: [calls.advertsOfCompany, calls.advertOfCompany] }

/** The company's own adverts: cards on the home page of the app that lead to what is its own. */
export function CompanyAdvertsPage() {
  return (
    <Page
      title="广告"
      about={`显示在 App 首页的卡片里，最多 ${MAX_OPEN_OF_COMPANY} 条未结束的；文字和图片通过审核后别人才看得到`}
      actions={
        <Link to={`${LIST}/new`}>
          <Button type="primary" icon={<PlusOutlined />} tabIndex={-1}>
            新增广告
          </Button>
        </Link>
      }
    >
      <DataTable
        endpoint={calls.advertsOfCompany}
        rowKey={({ id }) => id}
        empty="还没有广告，可以为课程、教练、场馆或球局写一条"
        hrefOf={({ id }) => `${LIST}/${id}`}
        columns={advertColumns}
      />
    </Page>
  )
}

export function NewCompanyAdvertPage() {
  return (
    <Page title="新增广告">
      <CompanyAdvertForm />
    </Page>
  )
}

export function CompanyAdvertPage() {
  const { id = '' } = useParams()
  const read = useRead(calls.advertOfCompany, { params: { id } })
  const advert = read.data?.id === id && !read.isError ? read.data : undefined
  if (!advert) return <Opening name="广告" list={LIST} read={read} />
  return (
    <Page
      title={advert.title}
      about={ADVERT_STATE_NAMES[advert.state]}
      actions={advert.state !== 'over' && <EndButton advert={advert} />}
    >
      {advert.state === 'gone' && <GoneAlert />}
      {advert.pending.length > 0 && (
        <Alert type="info" showIcon title="有内容在审核，通过前别人看到的是上次通过的内容；标题通过前不会显示" />
      )}
      <CompanyAdvertForm key={id} advert={advert} />
      <DaysCard endpoint={calls.companyAdvertDays} id={id} />
    </Page>
  )
}

function EndButton({ advert: { id, title, state, revision } }: { advert: ManagedAdvert }) {
  const goOn = useGoOn()
  const { doAfterAsking } = useAction()
  const end = useWrite(calls.endCompanyAdvert, CHANGES)
  return (
    <Button
      danger
      onClick={() =>
        doAfterAsking({
          run: async () => {
            await end.mutateAsync({ params: { id }, body: { revision } })
            goOn(LIST, { discards: true })
          },
          done: '广告已结束',
          title: `结束「${title}」？`,
          effect: state === 'coming' ? '它还没有开始，会直接删除。' : '首页马上不再显示它。',
          okText: '结束',
        })
      }
    >
      结束广告
    </Button>
  )
}

/** The form of a company: its own cards, that lead to what is its own. */
export function CompanyAdvertForm({ advert }: { advert?: ManagedAdvert }) {
  const create = useWrite(calls.createCompanyAdvert, CHANGES)
  const update = useWrite(calls.updateCompanyAdvert, CHANGES)
  const upload = useWrite(uploadCompanyFile)
  const writes: AdvertWrites = {
    upload: (file) => upload.mutateAsync({ file }),
    save: ({ place: _, companyId: __, ...body }, present) =>
      present
        ? update.mutateAsync({ params: { id: present.id }, body: { ...body, revision: present.revision } })
        : create.mutateAsync({ body }),
    isPending: create.isPending || update.isPending,
    listAfter: () => LIST,
  }
  return <FormOf advert={advert} place="home" writes={writes} isOfCompany />
}
