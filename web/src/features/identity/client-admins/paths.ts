export const DIRECTORY_PATH = '/SuperAdminPortal/client-admin-directory';

export const adminPath = (adminId: string) => `/SuperAdminPortal/client-admin/${encodeURIComponent(adminId)}`;
