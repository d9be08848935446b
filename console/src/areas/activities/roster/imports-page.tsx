import { exportCompany, importTemplate, listImports, type RosterImport } from '@paidang/api/areas/activities/roster'
import { Card, Flex, Tag, Typography } from 'antd'
import { call } from '../../../platform/call'
import { DataTable } from '../../../ui/data-table'
import { DownloadButton } from '../../../ui/export-button'
import { when } from '../../../ui/format'
import { Page } from '../../../ui/page'
import { stateOf, undoingOf } from './batch-texts'
import { UploadButton } from './upload-button'

/** 从表格导入: uploads a table, lists those before, and takes everything along as one workbook. */
export function ImportsPage() {
  return (
    <Page
      title="从表格导入学员"
      about="把现有学员和剩余课时一次搬进来；本人认领以前，由教练替他们约课、签到、消课"
      actions={
        <>
          <DownloadButton label="下载模板" ask={() => call(importTemplate, {})} />
          <DownloadButton label="导出学员与课时" ask={() => call(exportCompany, {})} />
        </>
      }
    >
      <Card>
        <Flex vertical align="center" gap={12} style={{ padding: '24px 0' }}>
          <Typography.Text strong>上传 Excel（.xlsx）或 CSV 表格，一次最多 5000 行</Typography.Text>
          <Typography.Text type="secondary">
            表头要有姓名、手机号、课程、剩余课时、每课时单价、有效期至；教练可以空着。上传后先核对，确认前不写入。
          </Typography.Text>
          <UploadButton label="选择表格" isMain />
        </Flex>
      </Card>
      <DataTable
        endpoint={listImports}
        rowKey={({ id }) => id}
        hrefOf={({ id }) => `/roster/${id}`}
        empty="还没有导入过表格"
        columns={[
          { title: '批次', render: (_, { number }: RosterImport) => `#${number}` },
          { title: '文件', dataIndex: 'fileName' },
          { title: '上传时间', dataIndex: 'createTime', render: (at: string) => when(at) },
          {
            title: '状态',
            render: (_, batch: RosterImport) => <Tag color={stateOf(batch).color}>{stateOf(batch).label}</Tag>,
          },
          { title: '行', align: 'right', render: (_, { written }: RosterImport) => written.rows },
          { title: '课时', align: 'right', render: (_, { written }: RosterImport) => written.sessions },
          { title: '撤销', render: (_, batch: RosterImport) => undoingOf(batch) },
        ]}
      />
    </Page>
  )
}
