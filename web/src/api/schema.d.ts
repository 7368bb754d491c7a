/* Made by npm run openapi from the service's own document. */
export interface paths {
    "/.well-known/oauth-authorization-server": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** RFC 8414 §3, and what OpenID Connect calls the same. */
        get: operations["OAuthController_discovery[0]"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/.well-known/openid-configuration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** RFC 8414 §3, and what OpenID Connect calls the same. */
        get: operations["OAuthController_discovery[1]"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/account-info": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** The account's current profile at the provider; null if the provider gives none. */
        post: operations["LinkedAccountsController_info"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/ban-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AdminController_ban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/create-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AdminController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/has-permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers for the signed-in user, or tells a visitor what a role may do; not what role a user has. */
        post: operations["AdminController_hasPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/impersonate-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * For an hour, or until `stop-impersonating`; every event of that session names the administrator too.
         * @description Not while an administrator acts as the user.
         */
        post: operations["UserSessionsController_impersonate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/list-user-organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["UserOrganizationsController_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/list-user-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Shows handles in place of the tokens.
         * @description Not while an administrator acts as the user.
         */
        post: operations["UserSessionsController_list"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/list-users": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AdminController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/remove-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AdminController_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/revoke-user-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["UserSessionsController_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/revoke-user-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["UserSessionsController_revokeAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/set-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AdminController_setRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/set-user-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Also sets a first password; ends the user's sessions.
         * @description Not while an administrator acts as the user.
         */
        post: operations["AdminController_setPassword"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/stop-impersonating": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UserSessionsController_stop"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/admin/unban-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AdminController_unban"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["ApiKeysController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["ApiKeysController_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/get": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ApiKeysController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ApiKeysController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/api-key/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["ApiKeysController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/callback/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SocialController_completed"];
        put?: never;
        /** For providers that send a form. */
        post: operations["SocialController_completedByForm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["UsersController_changeEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/change-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["PasswordsController_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/delete-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["DeletionController_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/delete-user/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The target of the mail's link.
         * @description Not while an administrator acts as the user.
         */
        get: operations["DeletionController_confirm"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/error": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The page for failed redirects (docs/IDENTITY.md#status-routes). */
        get: operations["StatusController_error"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/forget-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers the same whether or not the address is known (docs/IDENTITY.md#passwords). */
        post: operations["PasswordsController_request[1]"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-access-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A provider's token opens the user's account there, so an impersonator does not get it.
         * @description Not while an administrator acts as the user.
         */
        post: operations["LinkedAccountsController_accessToken"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/get-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["GetSessionController_getSession"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/link-social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["SocialController_link"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/list-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["LinkedAccountsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/list-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SessionsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/ok": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["StatusController_ok"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/accept-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthInvitationsController_accept"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/add-team-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthTeamsController_addMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/cancel-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthInvitationsController_cancel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/check-slug": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_checkSlug"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/create": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthOrganizationsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/create-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthTeamsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthOrganizationsController_delete"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-active-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthMembersController_getActive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-active-member-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Members may ask for another member's role. */
        get: operations["AuthMembersController_getActiveRole"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-full-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthOrganizationsController_getFull"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthInvitationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/get-organization": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** For newer clients (docs/IDENTITY.md#newer-clients). */
        get: operations["AuthOrganizationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/has-permission": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthMembersController_hasPermission"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/invite-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthInvitationsController_invite"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/leave": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthMembersController_leave"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthOrganizationsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthInvitationsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthMembersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-team-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthTeamsController_listMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Of the active organization, whichever one the request names (docs/IDENTITY.md#teams). */
        get: operations["AuthTeamsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-user-invitations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthInvitationsController_listMine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/list-user-teams": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["AuthTeamsController_listMine"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/reject-invitation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthInvitationsController_reject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthMembersController_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthTeamsController_remove"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/remove-team-member": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthTeamsController_removeMember"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/set-active": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_setActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/set-active-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A team of the active organization that the user is in. */
        post: operations["AuthTeamsController_setActive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["AuthOrganizationsController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update-member-role": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthMembersController_updateRole"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/organization/update-team": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["AuthTeamsController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/refresh-token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["LinkedAccountsController_refresh"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/request-password-reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers the same whether or not the address is known (docs/IDENTITY.md#passwords). */
        post: operations["PasswordsController_request[0]"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PasswordsController_reset"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/reset-password/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the page where the user chooses a new password. Does not use the token up. */
        get: operations["PasswordsController_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-other-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["SessionsController_revokeOthers"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["SessionsController_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/revoke-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["SessionsController_revokeAll"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/send-verification-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Does not reveal whether an address is known. */
        post: operations["VerificationController_send"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInController_signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-in/social": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SocialController_signIn"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-out": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInController_signOut"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/sign-up/email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["SignInController_signUp"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The session as a JWT that services can verify on their own: see `SessionTokens.sign`. */
        get: operations["SessionsController_token"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/unlink-account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Not while an administrator acts as the user. */
        post: operations["LinkedAccountsController_unlink"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/update-user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["UsersController_update"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/auth/verify-email": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["VerificationController_verify"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/attention": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs metrics:read. */
        get: operations["AttentionController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/benefits/{id}/pretend-members": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["PretendMembersController_members"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/changes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-sent events `{"entities": ["order"], "ids": ["…"]}`, at most one a second; `"resync": true` if some were missed.
         * @description Needs one of benefits:read, checkouts:read, customers:read, ledger:read, orders:read, organizations:read, products:read, subscriptions:read, webhooks:read.
         */
        get: operations["ChangesController_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customer-standings": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs metrics:read. */
        get: operations["CustomerStandingsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomersDashboardController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/{id}/account": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["AccountsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/{id}/downloads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["DownloadsDashboardController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/{id}/erasure-refusal": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps a customer who has asked to be erased, and mails them the reason.
         * @description Needs customers:write.
         */
        post: operations["CustomersDashboardController_refuseErasure"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/{id}/linked-accounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["LinkedAccountsDashboardController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/{id}/mails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomerMailsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/customers/{id}/mails/{mail_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sends it again as it was, to the address that the customer has now.
         * @description Needs customers:write.
         */
        post: operations["CustomerMailsController_resend"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/events/days": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of events:read, events:write. */
        get: operations["UsageDashboardController_listDays"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/figures": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs metrics:read. */
        get: operations["FiguresController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/file-space": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of files:read, files:write. */
        get: operations["FileSpaceController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_listEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/entries/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_exportEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/entries/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_entryTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/tax-lines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_listTaxLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/tax-lines/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_exportTaxLines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/finance/tax-lines/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FinanceController_taxLineTotals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/first-steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["FirstStepsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/grant-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["GrantReviewsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/grants/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Has Discord or GitHub called again about what failed; nothing, if nothing has.
         * @description Needs benefits:write.
         */
        post: operations["GrantsDashboardController_retry"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/integrations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["IntegrationsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/integrations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["IntegrationsController_choices"];
        put?: never;
        post?: never;
        /** @description Needs benefits:write. Not while an administrator acts as the user. */
        delete: operations["IntegrationsController_disconnect"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of meters:read, webhooks:read, organizations:read. */
        get: operations["LimitsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/mail-previews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. */
        get: operations["MailPreviewsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/mail-previews/{kind}/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. */
        get: operations["MailPreviewsController_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/meters/this-month": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of meters:read, meters:write. */
        get: operations["MetersDashboardController_listThisMonth"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/oauth-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        get: operations["OAuthGrantsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/oauth-grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Its tokens stop working at once.
         * @description Needs organizations:read. Not while an administrator acts as the user.
         */
        delete: operations["OAuthGrantsController_revoke"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/oauth-requests/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The cookie is for this path and what is below it. */
        get: operations["OAuthRequestsController_open"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/oauth-requests/{uid}/answer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        post: operations["OAuthRequestsController_answer"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/oauth-requests/{uid}/asked": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. */
        get: operations["OAuthRequestsController_asked"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["OrdersDashboardController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/orders/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["OrdersDashboardController_totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/orders/{id}/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["OrderPaymentsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/orders/{id}/usage-credit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["OrderUsageCreditsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/organizations/{id}/branding": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of organizations:read, organizations:write. */
        get: operations["BrandingController_get"];
        /** @description Needs organizations:write. */
        put: operations["BrandingController_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/payments/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs payments:read. */
        get: operations["PaymentsDashboardController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/payments/processor": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs payments:read. */
        get: operations["PaymentsDashboardController_processor"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/payments/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs payments:read. */
        get: operations["PaymentsDashboardController_totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/products/{id}/archived-prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of products:read, products:write. */
        get: operations["ProductsDashboardController_archivedPrices"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, orders:read, products:read, subscriptions:read, checkouts:read, ledger:read. */
        get: operations["SearchController_find"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/subscriptions/cancellation-reasons": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of subscriptions:read, subscriptions:write. */
        get: operations["SubscriptionsDashboardController_cancellationReasons"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/subscriptions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of subscriptions:read, subscriptions:write. */
        get: operations["SubscriptionsDashboardController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/subscriptions/totals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of subscriptions:read, subscriptions:write. */
        get: operations["SubscriptionsDashboardController_totals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/tax-rates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of organizations:read, organizations:write. */
        get: operations["TaxRatesController_list"];
        put?: never;
        /** @description Needs organizations:write. */
        post: operations["TaxRatesController_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/tax-rates/{id}/end": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs organizations:write. */
        post: operations["TaxRatesController_end"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/tax/origin": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of organizations:read, organizations:write. */
        get: operations["TaxController_origin"];
        /** @description Needs organizations:write. */
        put: operations["TaxController_changeOrigin"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/dashboard/tax/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of organizations:read, organizations:write. */
        get: operations["TaxController_preview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs ledger:read. */
        get: operations["LedgerController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs ledger:read. */
        get: operations["LedgerController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/due-items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_dueItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/grant-reviews": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_grantReviews"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_listRuns"];
        put?: never;
        /**
         * Waits two seconds for its end; then `GET runs/{id}` shows how far it is.
         * @description For administrators of the installation, with their session.
         */
        post: operations["OperatorController_start"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_getRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/seals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_seals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_getState"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_steps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/operator/work": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description For administrators of the installation, with their session. */
        get: operations["OperatorController_work"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/orders/{id}/explanation": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Every amount of an order, with the arithmetic and the events that made it.
         * @description Needs orders:read.
         */
        get: operations["OrderExplanationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/orders/{id}/lines/{line_id}/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What a metered line was computed from: its windows, the sum by day, and the usage events.
         * @description Needs orders:read.
         */
        get: operations["OrderExplanationsController_usage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/orders/{id}/lines/{line_id}/usage.csv": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * All of its rows; their values add up to the line.
         * @description Needs orders:read.
         */
        get: operations["OrderExplanationsController_csv"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/people": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. */
        get: operations["PeopleController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/sign-in-options": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["SignInOptionsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api/ledger/streams/{stream}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs ledger:read. */
        get: operations["LedgerController_timeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController_alive"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/media/{id}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes of a picture. The name is for people, and may be any. */
        get: operations["MediaController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController_metrics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Each request is kept for an hour, whoever sent the browser here. */
        get: operations["OAuthController_authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/oauth2/authorize/{uid}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The user has answered. */
        get: operations["OAuthController_resume"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["HealthController_ready"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/clock": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClockController_get"];
        put?: never;
        /** Stops early if the client disconnects. */
        post: operations["ClockController_advance"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/outbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OutboxController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/outbox/page": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OutboxController_page"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/payments/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settles an open payment; answers once everything that follows from it is done. */
        post: operations["PaymentSettlementController_settle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/sandbox/refunds/{id}/settle": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Settles a pending refund, or reverses one that has succeeded; answers once everything that follows from it is done. */
        post: operations["RefundSettlementController_settle"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/benefit-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["BenefitGrantsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/benefits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["BenefitsController_list"];
        put?: never;
        /** @description Needs benefits:write. */
        post: operations["BenefitsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/benefits/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["BenefitsController_get"];
        put?: never;
        post?: never;
        /** @description Needs benefits:write. */
        delete: operations["BenefitsController_delete"];
        options?: never;
        head?: never;
        /** @description Needs benefits:write. */
        patch: operations["BenefitsController_update"];
        trace?: never;
    };
    "/v1/benefits/{id}/grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["GrantsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-links": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of checkout_links:read, checkout_links:write. */
        get: operations["CheckoutLinksController_list"];
        put?: never;
        /** @description Needs checkout_links:write. */
        post: operations["CheckoutLinksController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-links/{client_secret}/redirect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Creates a checkout and opens its page. `reference_id` and `utm_*` become its metadata, other parameters fill it in. */
        get: operations["CheckoutLinksController_open"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkout-links/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of checkout_links:read, checkout_links:write. */
        get: operations["CheckoutLinksController_get"];
        put?: never;
        post?: never;
        /** @description Needs checkout_links:write. */
        delete: operations["CheckoutLinksController_delete"];
        options?: never;
        head?: never;
        /** @description Needs checkout_links:write. */
        patch: operations["CheckoutLinksController_update"];
        trace?: never;
    };
    "/v1/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of checkouts:read, checkouts:write. */
        get: operations["CheckoutsController_list"];
        put?: never;
        /** @description Needs checkouts:write. */
        post: operations["CheckoutsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/client": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientCheckoutsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/client/{client_secret}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["ClientCheckoutsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch: operations["ClientCheckoutsController_update"];
        trace?: never;
    };
    "/v1/checkouts/client/{client_secret}/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["ClientCheckoutsController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/client/{client_secret}/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Server-sent events `{"key": "checkout.updated", "payload": {"status": "confirmed"}}`, the first of which tells how it stands. */
        get: operations["ClientCheckoutsController_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/checkouts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of checkouts:read, checkouts:write. */
        get: operations["CheckoutsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs checkouts:write. */
        patch: operations["CheckoutsController_update"];
        trace?: never;
    };
    "/v1/credit-notes/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The credit note of a refund, by the refund's id. */
        get: operations["CreditNoteFilesController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of custom_fields:read, custom_fields:write. */
        get: operations["CustomFieldsController_list"];
        put?: never;
        /** @description Needs custom_fields:write. */
        post: operations["CustomFieldsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/custom-fields/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of custom_fields:read, custom_fields:write. */
        get: operations["CustomFieldsController_get"];
        put?: never;
        post?: never;
        /** @description Needs custom_fields:write. */
        delete: operations["CustomFieldsController_delete"];
        options?: never;
        head?: never;
        /** @description Needs custom_fields:write. */
        patch: operations["CustomFieldsController_update"];
        trace?: never;
    };
    "/v1/customer-meters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs customer_meters:read. */
        get: operations["CustomerMetersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-meters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs customer_meters:read. */
        get: operations["CustomerMetersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/benefit-grants": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalGrantsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/benefit-grants/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalGrantsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs customer_portal:write. */
        patch: operations["PortalGrantsController_update"];
        trace?: never;
    };
    "/v1/customer-portal/checkouts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * 403 while they have a subscription and may have only one.
         * @description Needs customer_portal:write.
         */
        post: operations["PortalCheckoutsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customer-session/authenticate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["PortalCodesController_authenticate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customer-session/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * 404 in the first hour after an update, for a session that was opened before it.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalSessionController_introspect"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customer-session/request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Answers the same whether or not a customer has the address. */
        post: operations["PortalCodesController_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customer-session/user": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalSessionController_user"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalCustomersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs customer_portal:write. */
        patch: operations["PortalCustomersController_update"];
        trace?: never;
    };
    "/v1/customer-portal/customers/me/email-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Answers the same whether or not another customer has the address.
         * @description Needs customer_portal:write.
         */
        post: operations["PortalEmailController_request"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me/email-change/confirm": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs customer_portal:write. */
        post: operations["PortalEmailController_confirm"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me/erasure-request": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs customer_portal:write. */
        post: operations["PortalErasureController_ask"];
        /** @description Needs customer_portal:write. */
        delete: operations["PortalErasureController_withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A file that browsers save.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalExportController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalPaymentMethodsController_list"];
        put?: never;
        /**
         * 400 if it is declined. With `status` `requires_action`, the customer has to confirm it in the browser.
         * @description Needs customer_portal:write.
         */
        post: operations["PortalPaymentMethodsController_add"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me/payment-methods/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * 400 if a subscription is charged with it.
         * @description Needs customer_portal:write.
         */
        delete: operations["PortalPaymentMethodsController_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/me/payment-methods/{id}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Not in the contract. All subscriptions are charged with it from now on, and what is past due at once.
         * @description Needs customer_portal:write.
         */
        post: operations["PortalPaymentMethodsController_choose"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/customers/stream": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Server-sent events `{"key": "benefit.granted", "payload": {…}}`, or `benefit.revoked`; 403 in a session that is limited to a checkout.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalStreamController_follow"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/downloadables": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalDownloadsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/downloadables/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Redirects to the bytes. */
        get: operations["DownloadsController_locate"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/downloadables/{token}/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The bytes, also in ranges. The name is for people, and may be any. */
        get: operations["DownloadsController_send"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/license-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalLicenseKeysController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/license-keys/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LicenseKeyChecksController_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/license-keys/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LicenseKeyChecksController_deactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/license-keys/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["LicenseKeyChecksController_validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/license-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalLicenseKeysController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/license-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another key in place of one that became known; the one before no longer works. Its activations and limits stay.
         * @description Needs customer_portal:write.
         */
        post: operations["PortalLicenseKeysController_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/meters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalMetersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/meters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalMetersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/oauth-accounts/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs customer_portal:write. */
        get: operations["PortalAccountsController_authorize"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/oauth-accounts/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Where the platform sends the customer's browser back to; goes on to `return_to`. */
        get: operations["PortalAccountsController_callback"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/oauth-accounts/{platform}/{account_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Not in the contract. What the account has access to is taken from it.
         * @description Needs customer_portal:write.
         */
        delete: operations["PortalAccountsController_unlink"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalOrdersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalOrdersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/orders/{id}/credit-notes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Not in the contract: links to the credit notes of the order's refunds, as PDF.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalOrdersController_creditNotes"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/orders/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A link to the order's invoice, as PDF. An order that is not paid has none.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalOrdersController_invoice"];
        put?: never;
        /**
         * Changes nothing: the invoice is issued when the order is paid. 409 before that.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        post: operations["PortalOrdersController_generateInvoice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/orders/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoice, which also says that the order was paid.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalOrdersController_receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/organizations/{slug}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["PortalOrganizationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalSubscriptionsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customer_portal:read, customer_portal:write. */
        get: operations["PortalSubscriptionsController_get"];
        put?: never;
        post?: never;
        /**
         * Ends it with its period.
         * @description Needs customer_portal:write.
         */
        delete: operations["PortalSubscriptionsController_cancel"];
        options?: never;
        head?: never;
        /** @description Needs customer_portal:write. */
        patch: operations["PortalSubscriptionsController_update"];
        trace?: never;
    };
    "/v1/customer-portal/subscriptions/{id}/pending-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Not in the contract: withdraws the change of product that was to take effect with the next period.
         * @description Needs customer_portal:write.
         */
        delete: operations["PortalSubscriptionsController_withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-portal/subscriptions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The next order.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        get: operations["PortalPreviewsController_next"];
        put?: never;
        /**
         * What a change of product would cost now and with the next order; changes nothing.
         * @description Needs one of customer_portal:read, customer_portal:write.
         */
        post: operations["PortalPreviewsController_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customer-sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Lets the seller sign their customer in to the portal.
         * @description Needs customer_sessions:write. Not while an administrator acts as the user.
         */
        post: operations["CustomerSessionsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomersController_list"];
        put?: never;
        /** @description Needs customers:write. */
        post: operations["CustomersController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of `/api/dashboard/customers/export`; for whoever asks for JSON, as a JSON string.
         * @description Needs one of customers:read, customers:write.
         */
        get: operations["CustomersController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/external/{external_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomersController_getExternal"];
        put?: never;
        post?: never;
        /** @description Needs customers:write. */
        delete: operations["CustomersController_deleteExternal"];
        options?: never;
        head?: never;
        /** @description Needs customers:write. */
        patch: operations["CustomersController_updateExternal"];
        trace?: never;
    };
    "/v1/customers/external/{external_id}/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomerPaymentMethodsController_listExternal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/external/{external_id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomerStatesController_getExternal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomersController_get"];
        put?: never;
        post?: never;
        /** @description Needs customers:write. */
        delete: operations["CustomersController_delete"];
        options?: never;
        head?: never;
        /** @description Needs customers:write. */
        patch: operations["CustomersController_update"];
        trace?: never;
    };
    "/v1/customers/{id}/balance": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * In the organization's currency; `balances` has all currencies.
         * @description Needs one of customers:read, customers:write.
         */
        get: operations["CustomerBalancesController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/payment-methods": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomerPaymentMethodsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/customers/{id}/state": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of customers:read, customers:write. */
        get: operations["CustomerStatesController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discounts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of discounts:read, discounts:write. */
        get: operations["DiscountsController_list"];
        put?: never;
        /** @description Needs discounts:write. */
        post: operations["DiscountsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/discounts/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of discounts:read, discounts:write. */
        get: operations["DiscountsController_get"];
        put?: never;
        post?: never;
        /** @description Needs discounts:write. */
        delete: operations["DiscountsController_delete"];
        options?: never;
        head?: never;
        /** @description Needs discounts:write. */
        patch: operations["DiscountsController_update"];
        trace?: never;
    };
    "/v1/event-types": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of events:read, events:write. */
        get: operations["EventTypesController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of events:read, events:write. */
        get: operations["UsageController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/ingest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds all events, or none if one is invalid. They are kept when this answers.
         * @description Needs events:write.
         */
        post: operations["UsageController_ingest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/names": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of events:read, events:write. */
        get: operations["UsageController_listNames"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of events:read, events:write. */
        get: operations["UsageController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}/void": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Not in the contract: the event no longer counts. What was billed for it is credited to the customer’s account; a second time changes nothing.
         * @description Needs events:write.
         */
        post: operations["UsageController_void"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Files whose upload is complete.
         * @description Needs one of files:read, files:write.
         */
        get: operations["FilesController_list"];
        put?: never;
        /**
         * Announces an upload, and answers a link for each of its parts.
         * @description Needs files:write.
         */
        post: operations["FilesController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Products that show it no longer do.
         * @description Needs files:write.
         */
        delete: operations["FilesController_delete"];
        options?: never;
        head?: never;
        /** @description Needs files:write. */
        patch: operations["FilesController_update"];
        trace?: never;
    };
    "/v1/files/{id}/parts/{number}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Takes the bytes of one part, of any content type, and answers their `ETag`. A part that is sent again replaces the earlier one. */
        put: operations["FilePartsController_put"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/files/{id}/uploaded": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Completes an upload: checks its parts and the whole, and joins them. A repeat answers the same.
         * @description Needs files:write.
         */
        post: operations["FilesController_uploaded"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/discord/bot/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs benefits:write. Not while an administrator acts as the user. */
        get: operations["InstallationController_authorizeBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/discord/bot/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Leads back with `guild_id` and `guild_token`.
         * @description Needs benefits:write. Not while an administrator acts as the user.
         */
        get: operations["InstallationController_addBot"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/discord/guild/lookup": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of benefits:read, benefits:write. */
        get: operations["InstallationController_lookUpGuild"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/github/installation/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs benefits:write. Not while an administrator acts as the user. */
        get: operations["InstallationController_authorizeApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/github/installation/callback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs benefits:write. Not while an administrator acts as the user. */
        get: operations["InstallationController_installApp"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/integrations/stripe/webhook": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Receives an event of Stripe, which its `Stripe-Signature` proves. Answers once what it reports is recorded. */
        post: operations["PaymentReportsController_receive"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/invoices/{id}/pdf": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** The invoice of an order, by the order's id. */
        get: operations["InvoiceFilesController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/license-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of license_keys:read, license_keys:write. Not while an administrator acts as the user. */
        get: operations["LicenseKeysController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/license-keys/activate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs license_keys:write. Not while an administrator acts as the user. */
        post: operations["OwnLicenseKeyChecksController_activate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/license-keys/deactivate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs license_keys:write. Not while an administrator acts as the user. */
        post: operations["OwnLicenseKeyChecksController_deactivate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/license-keys/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs license_keys:write. Not while an administrator acts as the user. */
        post: operations["OwnLicenseKeyChecksController_validate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/license-keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of license_keys:read, license_keys:write. Not while an administrator acts as the user. */
        get: operations["LicenseKeysController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs license_keys:write. Not while an administrator acts as the user. */
        patch: operations["LicenseKeysController_update"];
        trace?: never;
    };
    "/v1/license-keys/{id}/activations/{activation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of license_keys:read, license_keys:write. Not while an administrator acts as the user. */
        get: operations["LicenseKeysController_activation"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/license-keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Not in the contract: the customer gets another key, and the one before no longer works.
         * @description Needs license_keys:write. Not while an administrator acts as the user.
         */
        post: operations["LicenseKeysController_rotate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meters": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of meters:read, meters:write. */
        get: operations["MetersController_list"];
        put?: never;
        /** @description Needs meters:write. */
        post: operations["MetersController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/meters/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of meters:read, meters:write. */
        get: operations["MetersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs meters:write. */
        patch: operations["MetersController_update"];
        trace?: never;
    };
    "/v1/meters/{id}/quantities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the meter measured in the hours, days, weeks, months or years of a range, and in all of them.
         * @description Needs one of meters:read, meters:write.
         */
        get: operations["MeterQuantitiesController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs metrics:read. */
        get: operations["MetricsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A row for each period, as a CSV file; for whoever asks for JSON, as a JSON string.
         * @description Needs metrics:read.
         */
        get: operations["MetricsController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/metrics/limits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs metrics:read. */
        get: operations["MetricsController_limits"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        get: operations["OAuthClientsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/authorize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * What the app with these parameters asks for. Its answer is given on the page that `/oauth2/authorize` opens.
         * @description Needs organizations:read. Not while an administrator acts as the user.
         */
        get: operations["OAuthAuthorizeController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/introspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["OAuthController_introspect"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/jwks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OAuthController_keys"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/register": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        post: operations["OAuthClientsController_register"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/register/{client_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        get: operations["OAuthClientsController_get"];
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        put: operations["OAuthClientsController_update"];
        post?: never;
        /** @description Needs organizations:read. Not while an administrator acts as the user. */
        delete: operations["OAuthClientsController_remove"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/revoke": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["OAuthController_revoke"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/token": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post: operations["OAuthController_token"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/oauth2/userinfo": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get: operations["OAuthController_userinfo"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["OrdersController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The file of `/api/dashboard/orders/export`; for whoever asks for JSON, as a JSON string.
         * @description Needs orders:read.
         */
        get: operations["OrdersController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs orders:read. */
        get: operations["OrdersController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/invoice": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A link to the order's invoice, as PDF. An order that is not paid has none.
         * @description Needs orders:read.
         */
        get: operations["OrderInvoicesController_get"];
        put?: never;
        /**
         * Changes nothing: the invoice is issued when the order is paid. 409 before that.
         * @description Needs orders:read.
         */
        post: operations["OrderInvoicesController_generate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/orders/{id}/receipt": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The invoice, which also says that the order was paid.
         * @description Needs orders:read.
         */
        get: operations["OrderInvoicesController_receipt"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization-access-tokens": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs organization_access_tokens:read. */
        get: operations["AccessTokensController_list"];
        put?: never;
        /** @description Needs organization_access_tokens:write. Not while an administrator acts as the user. */
        post: operations["AccessTokensController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organization-access-tokens/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** @description Needs organization_access_tokens:write. Not while an administrator acts as the user. */
        delete: operations["AccessTokensController_revoke"];
        options?: never;
        head?: never;
        /**
         * The token itself and its expiry stay as they are.
         * @description Needs organization_access_tokens:write. Not while an administrator acts as the user.
         */
        patch: operations["AccessTokensController_update"];
        trace?: never;
    };
    "/v1/organizations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of organizations:read, organizations:write. */
        get: operations["OrganizationsController_list"];
        put?: never;
        /**
         * Anybody may have an organization of their own, so no role in another one is needed.
         * @description Needs one of organizations:read, organizations:write. Not while an administrator acts as the user.
         */
        post: operations["OrganizationsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/organizations/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of organizations:read, organizations:write. */
        get: operations["OrganizationsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs organizations:write. */
        patch: operations["OrganizationsController_update"];
        trace?: never;
    };
    "/v1/payments": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs payments:read. */
        get: operations["PaymentsController_list"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/payments/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs payments:read. */
        get: operations["PaymentsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of products:read, products:write. */
        get: operations["ProductsController_list"];
        put?: never;
        /** @description Needs products:write. */
        post: operations["ProductsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/products/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of products:read, products:write. */
        get: operations["ProductsController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs products:write. */
        patch: operations["ProductsController_update"];
        trace?: never;
    };
    "/v1/products/{id}/benefits": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs products:write. */
        post: operations["ProductsController_updateBenefits"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of refunds:read, refunds:write. */
        get: operations["RefundsController_list"];
        put?: never;
        /**
         * Answers once the processor has; `pending` if it has not settled the refund yet.
         * @description Needs refunds:write.
         */
        post: operations["RefundsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/refunds/{id}/credit-note": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Not in the contract. A link to the refund's credit note, as PDF. A refund that has not succeeded has none.
         * @description Needs one of refunds:read, refunds:write.
         */
        get: operations["RefundCreditNotesController_get"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of subscriptions:read, subscriptions:write. */
        get: operations["SubscriptionsController_list"];
        put?: never;
        /**
         * Answers once the first charge has; `incomplete` if it was declined or is pending.
         * @description Needs subscriptions:write.
         */
        post: operations["SubscriptionsController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * A CSV file; for whoever asks for JSON, as a JSON string.
         * @description Needs one of subscriptions:read, subscriptions:write.
         */
        get: operations["SubscriptionsController_export"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of subscriptions:read, subscriptions:write. */
        get: operations["SubscriptionsController_get"];
        put?: never;
        post?: never;
        /** @description Needs subscriptions:write. */
        delete: operations["SubscriptionsController_revoke"];
        options?: never;
        head?: never;
        /** @description Needs subscriptions:write. */
        patch: operations["SubscriptionsController_update"];
        trace?: never;
    };
    "/v1/subscriptions/{id}/pending-change": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Not in the contract: withdraws the change of product that was to take effect with the next period.
         * @description Needs subscriptions:write.
         */
        delete: operations["SubscriptionsController_withdraw"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/subscriptions/{id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * The next order.
         * @description Needs one of subscriptions:read, subscriptions:write.
         */
        get: operations["OrderPreviewsController_next"];
        put?: never;
        /**
         * What a change of product would cost now and with the next order; changes nothing.
         * @description Needs one of subscriptions:read, subscriptions:write.
         */
        post: operations["OrderPreviewsController_change"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of webhooks:read, webhooks:write. */
        get: operations["WebhooksController_deliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of webhooks:read, webhooks:write. Not while an administrator acts as the user. */
        get: operations["WebhooksController_list"];
        put?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        post: operations["WebhooksController_create"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** @description Needs one of webhooks:read, webhooks:write. Not while an administrator acts as the user. */
        get: operations["WebhooksController_get"];
        put?: never;
        post?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        delete: operations["WebhooksController_delete"];
        options?: never;
        head?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        patch: operations["WebhooksController_update"];
        trace?: never;
    };
    "/v1/webhooks/endpoints/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        post: operations["WebhooksController_enable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{id}/replay": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        post: operations["WebhooksController_replay"];
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        delete: operations["WebhooksController_stopReplay"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/endpoints/{id}/secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        patch: operations["WebhooksController_rotateSecret"];
        trace?: never;
    };
    "/v1/webhooks/endpoints/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        post: operations["WebhooksController_test"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/events/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** @description Needs webhooks:write. Not while an administrator acts as the user. */
        post: operations["WebhooksController_redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        Accent: {
            light: components["schemas"]["AccentTone"];
            dark: components["schemas"]["AccentTone"];
        };
        AccentTone: {
            /** @description `#rrggbb`, of buttons. */
            color: string;
            /** @description Of text on them. */
            text: string;
            /** @description Of links, readable on pages of this kind. */
            ink: string;
        };
        AcceptedInvitation: {
            invitation: components["schemas"]["Invitation"];
            member: components["schemas"]["Member"];
        };
        AccessTokenAnswer: {
            accessToken?: string;
            /** Format: date-time */
            accessTokenExpiresAt?: string;
            scopes: string[];
            idToken?: string;
        };
        AccountBalance: {
            currency: string;
            /** @description In minor units: above 0 if the customer has credit, below 0 if they owe it. */
            amount: number;
        };
        AccountInfo: {
            /** @description The provider's own fields. */
            data: {
                [key: string]: unknown;
            };
            user: components["schemas"]["ProviderUser"];
        };
        AccountInfoRequest: {
            /** @description The account's id at the provider. */
            accountId: string;
        };
        AccountLine: {
            /** @enum {string} */
            type: "CreditApplied" | "CreditBooked" | "CreditRefunded" | "CreditReturned" | "DebtApplied" | "DebtBooked" | "DebtCanceled" | "DebtReturned" | "RefundCredited" | "UsageCreditCanceled" | "UsageCredited";
            /** Format: date-time */
            at: string;
            order_id: string;
            refund_id: string | null;
            /** @description In minor units, above 0 in the customer's favor. */
            amount: number;
            currency: string;
            /** @description After the line, in its currency. */
            balance: number;
        };
        AddedPaymentMethod: {
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            processor: "stripe";
            /**
             * Format: date-time
             * @description A method never changes.
             */
            modified_at: string | null;
            /**
             * @description Not in the contract, like the following.
             * @enum {string}
             */
            status: "requires_action" | "succeeded";
            /** @description The same method as newer clients look for it; null while the customer has to confirm it. */
            payment_method: components["schemas"]["PortalPaymentMethod"] | null;
            /** @description With it, the processor's script lets the customer confirm the method. */
            client_secret: string | null;
            /** Format: uuid */
            id: string;
            /** @description `card`, another word of the processor's, or `unknown` if it does not know the method any more. */
            type: string;
            /** Format: uuid */
            customer_id: string;
            /** Format: date-time */
            created_at: string;
            /** @description What new subscriptions are charged with. */
            default: boolean;
            /** @description Only of cards. */
            card?: components["schemas"]["PortalCard"];
        };
        Address: {
            line1: string | null;
            line2: string | null;
            postal_code: string | null;
            city: string | null;
            state: string | null;
            country: string;
        };
        AddressInput: {
            line1?: string | null;
            line2?: string | null;
            postal_code?: string | null;
            city?: string | null;
            /** @description `US-CA` or `CA` in the US and Canada; any text elsewhere. */
            state?: string | null;
            /**
             * @description ISO 3166 alpha-2.
             * @enum {string}
             */
            country: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
        };
        AdminPermissionAnswer: {
            error: string | null;
            success: boolean;
        };
        AdminPermissionRequest: {
            userId?: string | null;
            /** @deprecated */
            permission?: {
                [key: string]: string[];
            };
            permissions?: {
                [key: string]: string[];
            };
            role?: string;
        };
        AfterDiscount: {
            /** @description How many charges before it have the discount. */
            charges_left: number;
            /** Format: date-time */
            at: string;
            /** @description Minor units. */
            amount: number;
        };
        ApiKey: {
            permissions: {
                [key: string]: string[];
            } | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            id: string;
            name: string | null;
            start: string;
            prefix: string | null;
            /** @description The user who created it, also if an organization owns it. */
            userId: string;
            organizationId?: string;
            refillInterval: number | null;
            refillAmount: number | null;
            /** Format: date-time */
            lastRefillAt: string | null;
            enabled: boolean;
            rateLimitEnabled: boolean;
            rateLimitTimeWindow: number;
            rateLimitMax: number;
            requestCount: number;
            remaining: number | null;
            lastRequest: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        ApiKeyDeleted: {
            success: boolean;
        };
        ArchivedPrices: {
            /** @description Archived last first. */
            items: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
        };
        AttachedCustomField: {
            custom_field: components["schemas"]["CustomFieldCheckbox"] | components["schemas"]["CustomFieldDate"] | components["schemas"]["CustomFieldNumber"] | components["schemas"]["CustomFieldSelect"] | components["schemas"]["CustomFieldText"];
            /** Format: uuid */
            custom_field_id: string;
            /** @description Its place in the form, from 0. */
            order: number;
            required: boolean;
        };
        AttachedCustomFieldCreate: {
            /** Format: uuid */
            custom_field_id: string;
            required: boolean;
        };
        Attention: {
            /**
             * Format: date
             * @description Failed attempts are counted from this day on, in the organization's time zone by the machine's clock.
             */
            since: string;
            endpoints: components["schemas"]["FailingEndpoint"][];
            payments: components["schemas"]["PaymentInDoubt"][];
            unpaid_orders: components["schemas"]["UnpaidOrders"][];
            /** @description The oldest first. */
            erasure_requests: components["schemas"]["ErasureRequest"][];
            failed_grants: components["schemas"]["FailedGrants"][];
        };
        AuthOrganization: {
            metadata: string | null;
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        AuthorizeOrganization: {
            id: string;
            slug: string;
            avatar_url: string | null;
        };
        AuthorizeResponseOrganization: {
            /** @enum {string} */
            sub_type: "organization";
            sub: components["schemas"]["AuthorizeOrganization"] | null;
            client: components["schemas"]["OAuth2ClientPublic"];
            scopes: string[];
            /** @description Those for which the user may allow it. */
            organizations: components["schemas"]["AuthorizeOrganization"][];
        };
        AuthorizeResponseUser: {
            /** @enum {string} */
            sub_type: "user";
            client: components["schemas"]["OAuth2ClientPublic"];
            sub: components["schemas"]["AuthorizeUser"];
            scopes: string[];
        };
        AuthorizeUser: {
            id: string;
            email: string;
            avatar_url: string | null;
        };
        AuthorizedAccount: {
            /** @description Where the customer signs in and comes back from, in the browser that asked. */
            url: string;
        };
        BanUserRequest: {
            userId?: string | null;
            banReason?: string;
            /** @description Seconds. */
            banExpiresIn?: number;
        };
        BenefitCreate: {
            /** @enum {string} */
            type: "custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit";
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            description: string;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
            properties: components["schemas"]["BenefitPropertiesInput"];
        };
        BenefitCustom: {
            /**
             * @description Buyers see all benefits; none can be hidden.
             * @enum {string}
             */
            visibility: "public";
            /** @enum {boolean} */
            visibility_configurable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "custom";
            properties: components["schemas"]["BenefitCustomProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        BenefitCustomProperties: {
            /** @description Shown only to customers who have the benefit. */
            note: string | null;
        };
        BenefitDiscord: {
            /**
             * @description Buyers see all benefits; none can be hidden.
             * @enum {string}
             */
            visibility: "public";
            /** @enum {boolean} */
            visibility_configurable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "discord";
            properties: components["schemas"]["BenefitDiscordProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        BenefitDiscordProperties: {
            /**
             * @description Who loses the benefit loses the role, and stays on the server.
             * @enum {boolean}
             */
            kick_member: false;
            guild_id: string;
            role_id: string;
            /** @description Names the server in updates, for an hour or two. */
            guild_token: string;
        };
        BenefitDownloadables: {
            /**
             * @description Buyers see all benefits; none can be hidden.
             * @enum {string}
             */
            visibility: "public";
            /** @enum {boolean} */
            visibility_configurable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "downloadables";
            properties: components["schemas"]["BenefitDownloadablesProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        BenefitDownloadablesProperties: {
            archived: {
                [key: string]: boolean;
            };
            files: string[];
        };
        BenefitGitHubRepository: {
            /**
             * @description Buyers see all benefits; none can be hidden.
             * @enum {string}
             */
            visibility: "public";
            /** @enum {boolean} */
            visibility_configurable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "github_repository";
            properties: components["schemas"]["BenefitGitHubRepositoryProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        BenefitGitHubRepositoryProperties: {
            /** @enum {string} */
            permission: "admin" | "maintain" | "pull" | "push" | "triage";
            repository_owner: string;
            repository_name: string;
        };
        BenefitGrant: {
            benefit: components["schemas"]["BenefitCustom"] | components["schemas"]["BenefitDiscord"] | components["schemas"]["BenefitDownloadables"] | components["schemas"]["BenefitGitHubRepository"] | components["schemas"]["BenefitLicenseKeys"] | components["schemas"]["BenefitMeterCredit"];
            properties: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            granted_at: string | null;
            is_granted: boolean;
            /** Format: date-time */
            revoked_at: string | null;
            is_revoked: boolean;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            order_id: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            benefit_id: string;
            /** @description Why it is not granted; null also while that is under way. */
            error: components["schemas"]["BenefitGrantError"] | null;
            customer: components["schemas"]["Customer"];
        };
        BenefitGrantError: {
            message: string;
            /** @description `BenefitActionRequiredError`: the customer has to link an account. `BenefitServiceError`: the seller has to change something. */
            type: string;
            /** Format: date-time */
            timestamp: string;
        };
        BenefitGrantList: {
            items: components["schemas"]["BenefitGrant"][];
            pagination: components["schemas"]["Pagination"];
        };
        BenefitLicenseKeys: {
            /**
             * @description Buyers see all benefits; none can be hidden.
             * @enum {string}
             */
            visibility: "public";
            /** @enum {boolean} */
            visibility_configurable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "license_keys";
            properties: components["schemas"]["BenefitLicenseKeysProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        BenefitLicenseKeysProperties: {
            prefix: string | null;
            expires: components["schemas"]["LicenseKeyTermShown"] | null;
            activations: components["schemas"]["LicenseKeyActivationsShown"] | null;
            limit_usage: number | null;
        };
        BenefitList: {
            items: (components["schemas"]["BenefitCustom"] | components["schemas"]["BenefitDiscord"] | components["schemas"]["BenefitDownloadables"] | components["schemas"]["BenefitGitHubRepository"] | components["schemas"]["BenefitLicenseKeys"] | components["schemas"]["BenefitMeterCredit"])[];
            pagination: components["schemas"]["Pagination"];
        };
        BenefitMeterCredit: {
            /**
             * @description Buyers see all benefits; none can be hidden.
             * @enum {string}
             */
            visibility: "public";
            /** @enum {boolean} */
            visibility_configurable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "meter_credit";
            properties: components["schemas"]["BenefitMeterCreditProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        BenefitMeterCreditProperties: {
            units: number;
            rollover: boolean;
            /** Format: uuid */
            meter_id: string;
        };
        BenefitMeterCreditPublicProperties: {
            units: number;
            /** Format: uuid */
            meter_id: string;
        };
        BenefitPropertiesInput: {
            /** @description Of downloadables: true for each file that is no longer downloaded, by its id. */
            archived?: {
                [key: string]: boolean;
            } | null;
            /** @enum {string|null} */
            permission?: "admin" | "maintain" | "pull" | "push" | "triage" | null;
            /** @description Of a custom benefit: shown only to customers who have it. */
            note?: string | null;
            /** @description Of downloadables: at least one uploaded file of the service `downloadable`. */
            files?: string[] | null;
            /** @description Of license keys: what they begin with, in capitals. */
            prefix?: string | null;
            expires?: components["schemas"]["LicenseKeyTermInput"] | null;
            activations?: components["schemas"]["LicenseKeyActivationsInput"] | null;
            limit_usage?: number | null;
            /** @description Of Discord: the server to which the seller has added the bot. */
            guild_token?: string | null;
            role_id?: string | null;
            /** @description Of GitHub: a user or an organization at which the seller has installed the app. */
            repository_owner?: string | null;
            repository_name?: string | null;
            /** @description Of a meter credit: whole units, credited when it is granted and in each later period. */
            units?: number | null;
            /** @description Of a meter credit: whether what is left continues in the next period. */
            rollover?: boolean | null;
            /**
             * Format: uuid
             * @description Of a meter credit.
             */
            meter_id?: string | null;
        };
        BenefitPublic: {
            /** @enum {string} */
            type: "custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            /** @description Those that were granted before are still shown. */
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
            /** @description Of a benefit that credits a meter. */
            properties?: components["schemas"]["BenefitMeterCreditPublicProperties"];
        };
        BenefitUpdate: {
            /**
             * @description Can't be changed.
             * @enum {string|null}
             */
            type?: "custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit" | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            description?: string | null;
            properties?: components["schemas"]["BenefitPropertiesInput"] | null;
        };
        /** @description An error of the billing contract; `error` is its type. */
        BillingError: {
            error: string;
            detail: string;
        };
        BillingSettingsAnswer: {
            /** @enum {string|null} */
            upgrade_behavior: "invoice" | "next_period" | "prorate" | null;
            /** @enum {string|null} */
            downgrade_behavior: "invoice" | "next_period" | "prorate" | null;
            /** @enum {string} */
            unpaid_action: "cancel" | "unpaid";
            benefit_grace_days: number;
        };
        BoughtLicenseKey: {
            /**
             * Format: uuid
             * @description Keys are the customer's own: there are no members.
             */
            member_id: string | null;
            member: Record<string, never> | null;
            /** @enum {string} */
            status: "disabled" | "granted" | "revoked";
            subscription: components["schemas"]["LicenseKeySubscription"] | null;
            order: components["schemas"]["LicenseKeyOrder"] | null;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            order_id: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
            /** Format: uuid */
            benefit_id: string;
            key: string;
            /** @description Its end, behind asterisks. */
            display_key: string;
            limit_activations: number | null;
            usage: number;
            limit_usage: number | null;
            validations: number;
            /** Format: date-time */
            last_validated_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        Branding: {
            /** @description As it was chosen; null: none. */
            accent_color: string | null;
            /** @description As customers see it. */
            accent: components["schemas"]["Accent"] | null;
        };
        BrandingUpdate: {
            /** @description `#rrggbb`; null for none. */
            accent_color?: string | null;
        };
        CancellationReasonCount: {
            /** @enum {string} */
            reason: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused";
            count: number;
        };
        CancellationReasons: {
            /** @description The most frequent first; without those that nobody gave. */
            items: components["schemas"]["CancellationReasonCount"][];
        };
        CapabilitiesAnswer: {
            checkout_payments: boolean;
            subscription_renewals: boolean;
            payouts: boolean;
            refunds: boolean;
            api_access: boolean;
            dashboard_access: boolean;
        };
        CardMetadata: {
            /** @description Such as `visa`. */
            brand: string;
            last4: string;
        };
        ChangeEmailRequest: {
            /** Format: email */
            newEmail: string;
            callbackURL?: string;
        };
        ChangePasswordAnswer: {
            /** @description The new session's token, if the others were ended. */
            token: string | null;
            user: components["schemas"]["SignedInUser"];
        };
        ChangePasswordRequest: {
            newPassword: string;
            currentPassword: string;
            revokeOtherSessions?: boolean;
        };
        ChangedOrganization: {
            metadata: {
                [key: string]: unknown;
            } | null;
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        CheckSlugRequest: {
            slug: string;
        };
        Checkout: {
            /** @description Checkouts have no way back but the browser's. */
            return_url: string | null;
            /**
             * @description Tax is added to prices; null like its amount.
             * @enum {string|null}
             */
            tax_behavior: "exclusive" | null;
            /**
             * @description The checkout's own.
             * @enum {string|null}
             */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description The one that confirming begins: the checkout's own, else the product's. Nothing is charged before it ends.
             * @enum {string|null}
             */
            active_trial_interval: "day" | "month" | "week" | "year" | null;
            /** @description The browser tells only the processor. */
            payment_method_type: string | null;
            /** @description Nothing is sold by the seat or unit. */
            units: number | null;
            min_units: number | null;
            max_units: number | null;
            payment_processor_metadata: {
                [key: string]: string;
            };
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            /** @description The products' prices, by the product's id. */
            prices: {
                [key: string]: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            };
            product_price: components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"];
            discount: components["schemas"]["DiscountFixedOnceForeverBase"] | components["schemas"]["DiscountFixedRepeatBase"] | components["schemas"]["DiscountPercentageOnceForeverBase"] | components["schemas"]["DiscountPercentageRepeatBase"] | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            customer_metadata: {
                [key: string]: boolean | number | string;
            };
            customer_external_id: string | null;
            /** @description The same, by its name in newer clients. */
            external_customer_id: string | null;
            /**
             * Format: uuid
             * @description The subscription that it created, or upgrades.
             */
            subscription_id: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            payment_processor: "stripe";
            /** @enum {string} */
            status: "confirmed" | "expired" | "open" | "succeeded";
            client_secret: string;
            url: string;
            /** Format: date-time */
            expires_at: string;
            success_url: string;
            /** Format: uuid */
            organization_id: string;
            embed_origin: string | null;
            amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description null until an address is known. */
            tax_amount: number | null;
            total_amount: number;
            currency: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            product_price_id: string;
            /** Format: uuid */
            discount_id: string | null;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            allow_trial: boolean;
            trial_interval_count: number | null;
            active_trial_interval_count: number | null;
            /**
             * Format: date-time
             * @description When the trial of its subscription ends; null before it has one.
             */
            trial_end: string | null;
            is_discount_applicable: boolean;
            is_free_product_price: boolean;
            is_payment_required: boolean;
            is_payment_setup_required: boolean;
            is_payment_form_required: boolean;
            /** Format: uuid */
            customer_id: string | null;
            is_business_customer: boolean;
            customer_name: string | null;
            customer_email: string | null;
            customer_ip_address: string | null;
            customer_billing_name: string | null;
            customer_billing_address: components["schemas"]["Address"] | null;
            customer_tax_id: string | null;
            products: components["schemas"]["CheckoutProduct"][];
            product: components["schemas"]["CheckoutProduct"];
            attached_custom_fields: components["schemas"]["AttachedCustomField"][];
            customer_billing_address_fields: components["schemas"]["CheckoutBillingAddressFields"];
            /** @description Which fields of the address are asked for, in the words of newer clients. */
            billing_address_fields: components["schemas"]["CheckoutAddressFields"];
        };
        CheckoutAddressFields: {
            /** @enum {string} */
            country: "disabled" | "optional" | "required";
            /** @enum {string} */
            state: "disabled" | "optional" | "required";
            /** @enum {string} */
            city: "disabled" | "optional" | "required";
            /** @enum {string} */
            postal_code: "disabled" | "optional" | "required";
            /** @enum {string} */
            line1: "disabled" | "optional" | "required";
            /** @enum {string} */
            line2: "disabled" | "optional" | "required";
        };
        CheckoutBillingAddressFields: {
            country: boolean;
            state: boolean;
            city: boolean;
            postal_code: boolean;
            line1: boolean;
            line2: boolean;
        };
        CheckoutConfirm: {
            /** @description By slug; validated by the type of each field, and unknown keys are dropped. */
            custom_field_data?: {
                [key: string]: boolean | null | number | string;
            } | null;
            /** Format: uuid */
            product_id?: string | null;
            /** Format: uuid */
            product_price_id?: string | null;
            /** @description In minor units of the price's currency; only at custom prices, within their limits. */
            amount?: number | null;
            /** @description Ignored if the checkout allows no codes. */
            discount_code?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
            /** @description From the payment processor; in the sandbox a test token such as `ctoken_ok`. */
            confirmation_token_id?: string | null;
        };
        CheckoutCreate: {
            /** @description By slug; validated by the type of each field, and unknown keys are dropped. */
            custom_field_data?: {
                [key: string]: boolean | null | number | string;
            } | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /**
             * @description Instead of the product's, with `trial_interval_count`; null removes it.
             * @enum {string|null}
             */
            trial_interval?: "day" | "month" | "week" | "year" | null;
            trial_interval_count?: number | null;
            customer_metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** @description The first is selected. */
            products?: string[];
            /**
             * Format: uuid
             * @description Legacy form of `products` with one product.
             */
            product_id?: string | null;
            /**
             * Format: uuid
             * @description Legacy form of `products` with one product: one of its prices.
             */
            product_price_id?: string | null;
            /** Format: uuid */
            customer_id?: string | null;
            customer_external_id?: string | null;
            /** @description The name of `customer_external_id` in newer clients. */
            external_customer_id?: string | null;
            /**
             * Format: uuid
             * @description The free subscription to upgrade.
             */
            subscription_id?: string | null;
            /**
             * Format: uuid
             * @description null removes it.
             */
            discount_id?: string | null;
            allow_discount_codes?: boolean | null;
            require_billing_address?: boolean | null;
            /** @description Whether a subscription may begin with a trial; `true` by default. */
            allow_trial?: boolean | null;
            customer_ip_address?: ((string | unknown | unknown | null) | null) | unknown | unknown | null;
            /**
             * Format: uri
             * @description `{CHECKOUT_ID}` stands for the checkout's id.
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description The site that may show the checkout's page in a frame; `http` only for loopback.
             */
            embed_origin?: string | null;
            /** @description In minor units of the price's currency; only at custom prices, within their limits. */
            amount?: number | null;
            /** @description Ignored if the checkout allows no codes. */
            discount_code?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
        };
        CheckoutCreatePublic: {
            /** Format: uuid */
            product_id: string;
            /** Format: email */
            customer_email?: string | null;
            /**
             * Format: uuid
             * @description The free subscription to upgrade; `customer_email` has to be the one of its customer.
             */
            subscription_id?: string | null;
        };
        CheckoutLink: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @description Checkouts have no way back but the browser's. */
            return_url: string | null;
            /**
             * @description Links have no trials of their own: their products' trials count.
             * @enum {string|null}
             */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /** @description Nothing is sold by the seat or unit. */
            seats: number | null;
            units: number | null;
            discount: components["schemas"]["DiscountFixedOnceForeverBase"] | components["schemas"]["DiscountFixedRepeatBase"] | components["schemas"]["DiscountPercentageOnceForeverBase"] | components["schemas"]["DiscountPercentageRepeatBase"] | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            payment_processor: "stripe";
            client_secret: string;
            /** @description The address to share: each visit creates a checkout and opens it. */
            url: string;
            success_url: string | null;
            label: string | null;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            trial_interval_count: number | null;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            organization_id: string;
            /** @description Those on sale; with none, the link sells nothing. */
            products: components["schemas"]["CheckoutLinkProduct"][];
        };
        CheckoutLinkCreate: {
            /** @description Copied to every checkout of the link. */
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** @description The first is selected. */
            products?: string[];
            /**
             * Format: uuid
             * @description Legacy form of `products` with one product.
             */
            product_id?: string | null;
            /**
             * Format: uuid
             * @description Legacy form of `products`: the product that has this price.
             */
            product_price_id?: string | null;
            /**
             * @description The only name in the contract.
             * @enum {string|null}
             */
            payment_processor?: "stripe" | null;
            /** @description Shown to the seller alone. */
            label?: string | null;
            /** @description Whether buyers may enter a discount code. */
            allow_discount_codes?: boolean | null;
            require_billing_address?: boolean | null;
            /**
             * Format: uuid
             * @description Applied to every checkout of the link, as long as it applies.
             */
            discount_id?: string | null;
            /** @description Opens after the payment; `{CHECKOUT_ID}` stands for the checkout's id. */
            success_url?: ((string | unknown | unknown | null) | null) | unknown | unknown | null;
        };
        CheckoutLinkList: {
            items: components["schemas"]["CheckoutLink"][];
            pagination: components["schemas"]["Pagination"];
        };
        CheckoutLinkProduct: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Meters are billed with the product's own interval. */
            meter_interval: string | null;
            meter_interval_count: number | null;
            /** @enum {string|null} */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string}
             */
            visibility: "draft" | "private" | "public";
            /** @description The prices on sale. */
            prices: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            metadata: {
                [key: string]: boolean | number | string;
            };
            benefits: components["schemas"]["BenefitPublic"][];
            medias: components["schemas"]["ProductMediaFileRead"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            description: string | null;
            /** @description 1; null like the interval. */
            recurring_interval_count: number | null;
            trial_interval_count: number | null;
            is_recurring: boolean;
            is_archived: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        CheckoutLinkUpdate: {
            /** @description Copied to every checkout of the link. */
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** @description The whole new list. */
            products?: string[] | null;
            /** @description Shown to the seller alone. */
            label?: string | null;
            /** @description Whether buyers may enter a discount code. */
            allow_discount_codes?: boolean | null;
            require_billing_address?: boolean | null;
            /**
             * Format: uuid
             * @description Applied to every checkout of the link, as long as it applies.
             */
            discount_id?: string | null;
            /** @description Opens after the payment; `{CHECKOUT_ID}` stands for the checkout's id. */
            success_url?: ((string | unknown | unknown | null) | null) | unknown | unknown | null;
        };
        CheckoutList: {
            items: components["schemas"]["Checkout"][];
            pagination: components["schemas"]["Pagination"];
        };
        CheckoutProduct: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Meters are billed with the product's own interval. */
            meter_interval: string | null;
            meter_interval_count: number | null;
            /** @enum {string|null} */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string}
             */
            visibility: "draft" | "private" | "public";
            /** @description The prices on sale. */
            prices: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            benefits: components["schemas"]["BenefitPublic"][];
            medias: components["schemas"]["ProductMediaFileRead"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            description: string | null;
            /** @description 1; null like the interval. */
            recurring_interval_count: number | null;
            trial_interval_count: number | null;
            is_recurring: boolean;
            is_archived: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        CheckoutPublic: {
            /** @description Checkouts have no way back but the browser's. */
            return_url: string | null;
            /**
             * @description Tax is added to prices; null like its amount.
             * @enum {string|null}
             */
            tax_behavior: "exclusive" | null;
            /**
             * @description The checkout's own.
             * @enum {string|null}
             */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description The one that confirming begins: the checkout's own, else the product's. Nothing is charged before it ends.
             * @enum {string|null}
             */
            active_trial_interval: "day" | "month" | "week" | "year" | null;
            /** @description The browser tells only the processor. */
            payment_method_type: string | null;
            /** @description Nothing is sold by the seat or unit. */
            units: number | null;
            min_units: number | null;
            max_units: number | null;
            payment_processor_metadata: {
                [key: string]: string;
            };
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            /** @description The products' prices, by the product's id. */
            prices: {
                [key: string]: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            };
            product_price: components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"];
            discount: components["schemas"]["DiscountFixedOnceForeverBase"] | components["schemas"]["DiscountFixedRepeatBase"] | components["schemas"]["DiscountPercentageOnceForeverBase"] | components["schemas"]["DiscountPercentageRepeatBase"] | null;
            organization: components["schemas"]["PublicOrganization"];
            /** @description Not in the contract: the organization's colour; null: ours. */
            accent: components["schemas"]["Accent"] | null;
            /** @description Not in the contract: for the confirmation page. null if nothing will be charged. */
            next_charge: components["schemas"]["NextCharge"] | null;
            /** @description Not in the contract: why the last payment was declined, in words; null if none was. */
            decline_reason: string | null;
            /** @description Not in the contract: the number of the order, such as `K7Q2-M9PX`; null until it has succeeded. */
            order_number: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            payment_processor: "stripe";
            /** @enum {string} */
            status: "confirmed" | "expired" | "open" | "succeeded";
            client_secret: string;
            url: string;
            /** Format: date-time */
            expires_at: string;
            success_url: string;
            /** Format: uuid */
            organization_id: string;
            embed_origin: string | null;
            amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description null until an address is known. */
            tax_amount: number | null;
            total_amount: number;
            currency: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            product_price_id: string;
            /** Format: uuid */
            discount_id: string | null;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            allow_trial: boolean;
            trial_interval_count: number | null;
            active_trial_interval_count: number | null;
            /**
             * Format: date-time
             * @description When the trial of its subscription ends; null before it has one.
             */
            trial_end: string | null;
            is_discount_applicable: boolean;
            is_free_product_price: boolean;
            is_payment_required: boolean;
            is_payment_setup_required: boolean;
            is_payment_form_required: boolean;
            /** Format: uuid */
            customer_id: string | null;
            is_business_customer: boolean;
            customer_name: string | null;
            customer_email: string | null;
            customer_ip_address: string | null;
            customer_billing_name: string | null;
            customer_billing_address: components["schemas"]["Address"] | null;
            customer_tax_id: string | null;
            products: components["schemas"]["CheckoutProduct"][];
            product: components["schemas"]["CheckoutProduct"];
            attached_custom_fields: components["schemas"]["AttachedCustomField"][];
            customer_billing_address_fields: components["schemas"]["CheckoutBillingAddressFields"];
            /** @description Which fields of the address are asked for, in the words of newer clients. */
            billing_address_fields: components["schemas"]["CheckoutAddressFields"];
        };
        CheckoutPublicConfirmed: {
            /** @description Checkouts have no way back but the browser's. */
            return_url: string | null;
            /**
             * @description Tax is added to prices; null like its amount.
             * @enum {string|null}
             */
            tax_behavior: "exclusive" | null;
            /**
             * @description The checkout's own.
             * @enum {string|null}
             */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description The one that confirming begins: the checkout's own, else the product's. Nothing is charged before it ends.
             * @enum {string|null}
             */
            active_trial_interval: "day" | "month" | "week" | "year" | null;
            /** @description The browser tells only the processor. */
            payment_method_type: string | null;
            /** @description Nothing is sold by the seat or unit. */
            units: number | null;
            min_units: number | null;
            max_units: number | null;
            payment_processor_metadata: {
                [key: string]: string;
            };
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            /** @description The products' prices, by the product's id. */
            prices: {
                [key: string]: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            };
            product_price: components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"];
            discount: components["schemas"]["DiscountFixedOnceForeverBase"] | components["schemas"]["DiscountFixedRepeatBase"] | components["schemas"]["DiscountPercentageOnceForeverBase"] | components["schemas"]["DiscountPercentageRepeatBase"] | null;
            /** @enum {string} */
            status: "confirmed";
            /** @description Opens the portal for an hour. */
            customer_session_token: string;
            organization: components["schemas"]["PublicOrganization"];
            /** @description Not in the contract: the organization's colour; null: ours. */
            accent: components["schemas"]["Accent"] | null;
            /** @description Not in the contract: for the confirmation page. null if nothing will be charged. */
            next_charge: components["schemas"]["NextCharge"] | null;
            /** @description Not in the contract: why the last payment was declined, in words; null if none was. */
            decline_reason: string | null;
            /** @description Not in the contract: the number of the order, such as `K7Q2-M9PX`; null until it has succeeded. */
            order_number: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            payment_processor: "stripe";
            client_secret: string;
            url: string;
            /** Format: date-time */
            expires_at: string;
            success_url: string;
            /** Format: uuid */
            organization_id: string;
            embed_origin: string | null;
            amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description null until an address is known. */
            tax_amount: number | null;
            total_amount: number;
            currency: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            product_price_id: string;
            /** Format: uuid */
            discount_id: string | null;
            allow_discount_codes: boolean;
            require_billing_address: boolean;
            allow_trial: boolean;
            trial_interval_count: number | null;
            active_trial_interval_count: number | null;
            /**
             * Format: date-time
             * @description When the trial of its subscription ends; null before it has one.
             */
            trial_end: string | null;
            is_discount_applicable: boolean;
            is_free_product_price: boolean;
            is_payment_required: boolean;
            is_payment_setup_required: boolean;
            is_payment_form_required: boolean;
            /** Format: uuid */
            customer_id: string | null;
            is_business_customer: boolean;
            customer_name: string | null;
            customer_email: string | null;
            customer_ip_address: string | null;
            customer_billing_name: string | null;
            customer_billing_address: components["schemas"]["Address"] | null;
            customer_tax_id: string | null;
            products: components["schemas"]["CheckoutProduct"][];
            product: components["schemas"]["CheckoutProduct"];
            attached_custom_fields: components["schemas"]["AttachedCustomField"][];
            customer_billing_address_fields: components["schemas"]["CheckoutBillingAddressFields"];
            /** @description Which fields of the address are asked for, in the words of newer clients. */
            billing_address_fields: components["schemas"]["CheckoutAddressFields"];
        };
        CheckoutUpdate: {
            /** @description By slug; validated by the type of each field, and unknown keys are dropped. */
            custom_field_data?: {
                [key: string]: boolean | null | number | string;
            } | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /**
             * @description Instead of the product's, with `trial_interval_count`; null removes it.
             * @enum {string|null}
             */
            trial_interval?: "day" | "month" | "week" | "year" | null;
            trial_interval_count?: number | null;
            customer_metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /**
             * Format: uuid
             * @description null removes it.
             */
            discount_id?: string | null;
            allow_discount_codes?: boolean | null;
            require_billing_address?: boolean | null;
            /** @description Whether a subscription may begin with a trial; `true` by default. */
            allow_trial?: boolean | null;
            customer_ip_address?: ((string | unknown | unknown | null) | null) | unknown | unknown | null;
            /**
             * Format: uri
             * @description `{CHECKOUT_ID}` stands for the checkout's id.
             */
            success_url?: string | null;
            /**
             * Format: uri
             * @description The site that may show the checkout's page in a frame; `http` only for loopback.
             */
            embed_origin?: string | null;
            /** Format: uuid */
            product_id?: string | null;
            /** Format: uuid */
            product_price_id?: string | null;
            /** @description In minor units of the price's currency; only at custom prices, within their limits. */
            amount?: number | null;
            /** @description Ignored if the checkout allows no codes. */
            discount_code?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
        };
        CheckoutUpdatePublic: {
            /** @description By slug; validated by the type of each field, and unknown keys are dropped. */
            custom_field_data?: {
                [key: string]: boolean | null | number | string;
            } | null;
            /** Format: uuid */
            product_id?: string | null;
            /** Format: uuid */
            product_price_id?: string | null;
            /** @description In minor units of the price's currency; only at custom prices, within their limits. */
            amount?: number | null;
            /** @description Ignored if the checkout allows no codes. */
            discount_code?: string | null;
            is_business_customer?: boolean | null;
            customer_name?: string | null;
            /** Format: email */
            customer_email?: string | null;
            customer_billing_name?: string | null;
            customer_billing_address?: components["schemas"]["AddressInput"] | null;
            customer_tax_id?: string | null;
        };
        ClockMove: {
            /** @description ISO date-time with an offset, at most 400 days ahead; before now only while the log is empty. */
            advance_to: string;
        };
        ClockState: {
            /**
             * Format: date-time
             * @description Business time.
             */
            now: string;
        };
        ComingCharge: {
            /** Format: date-time */
            at: string;
            /** @description Minor units. */
            amount: number;
        };
        CountAggregation: {
            /** @enum {string} */
            func: "count";
        };
        CreateApiKeyRequest: {
            permissions?: {
                [key: string]: string[];
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            name?: string;
            prefix?: string;
            /** @description Seconds; null or missing: it never expires. */
            expiresIn?: number | null;
            /** @description The organization that owns the key, in place of the user. */
            organizationId?: string;
            /** @description Uses left. */
            remaining?: number | null;
            /** @description Uses left after a refill. */
            refillAmount?: number | null;
            /** @description Days between refills. */
            refillInterval?: number | null;
            /** @description Milliseconds. */
            rateLimitTimeWindow?: number;
            /** @description Uses per window. */
            rateLimitMax?: number;
            rateLimitEnabled?: boolean;
        };
        CreateOrganizationRequest: {
            metadata?: {
                [key: string]: unknown;
            } | null;
            name: string;
            slug: string;
            logo?: string | null;
            keepCurrentActiveOrganization?: boolean;
        };
        CreateTeamRequest: {
            organizationId?: string;
            name: string;
        };
        CreateUserRequest: {
            role?: string[] | string;
            /** @description Only `image` and `emailVerified` are read. */
            data?: {
                [key: string]: unknown;
            };
            email: string;
            password: string;
            name: string;
        };
        CreatedApiKey: {
            permissions: {
                [key: string]: string[];
            } | null;
            metadata: {
                [key: string]: unknown;
            } | null;
            key: string;
            id: string;
            name: string | null;
            start: string;
            prefix: string | null;
            /** @description The user who created it, also if an organization owns it. */
            userId: string;
            organizationId?: string;
            refillInterval: number | null;
            refillAmount: number | null;
            /** Format: date-time */
            lastRefillAt: string | null;
            enabled: boolean;
            rateLimitEnabled: boolean;
            rateLimitTimeWindow: number;
            rateLimitMax: number;
            requestCount: number;
            remaining: number | null;
            lastRequest: string | null;
            /** Format: date-time */
            expiresAt: string | null;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        CreatedOrganization: {
            metadata: {
                [key: string]: unknown;
            } | null;
            members: components["schemas"]["Member"][];
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        CurrencyFigures: {
            currency: string;
            now: components["schemas"]["FigureStanding"];
            totals: components["schemas"]["FigureTotals"];
            /** @description Totals of the previous range. */
            previous: components["schemas"]["FigureTotals"];
            /** @description One per period of the answer's `periods`. */
            periods: components["schemas"]["FigureTotals"][];
        };
        CustomFieldCheckbox: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "checkbox";
            properties: components["schemas"]["CustomFieldCheckboxProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            slug: string;
            name: string;
            /** Format: uuid */
            organization_id: string;
        };
        CustomFieldCheckboxProperties: {
            form_label?: string;
            form_help_text?: string;
            form_placeholder?: string;
        };
        CustomFieldCreate: {
            /** @enum {string} */
            type: "checkbox" | "date" | "number" | "select" | "text";
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** @description The key of its values, unique in the organization; capitals become small letters. */
            slug: string;
            name: string;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
            properties: components["schemas"]["CustomFieldPropertiesInput"];
        };
        CustomFieldDate: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "date";
            properties: components["schemas"]["CustomFieldDateProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            slug: string;
            name: string;
            /** Format: uuid */
            organization_id: string;
        };
        CustomFieldDateProperties: {
            /** @description In seconds since 1970. */
            ge?: number;
            /** @description In seconds since 1970. */
            le?: number;
            form_label?: string;
            form_help_text?: string;
            form_placeholder?: string;
        };
        CustomFieldList: {
            items: (components["schemas"]["CustomFieldCheckbox"] | components["schemas"]["CustomFieldDate"] | components["schemas"]["CustomFieldNumber"] | components["schemas"]["CustomFieldSelect"] | components["schemas"]["CustomFieldText"])[];
            pagination: components["schemas"]["Pagination"];
        };
        CustomFieldNumber: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "number";
            properties: components["schemas"]["CustomFieldNumberProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            slug: string;
            name: string;
            /** Format: uuid */
            organization_id: string;
        };
        CustomFieldNumberProperties: {
            ge?: number;
            le?: number;
            form_label?: string;
            form_help_text?: string;
            form_placeholder?: string;
        };
        CustomFieldOptionInput: {
            value: string;
            label: string;
        };
        CustomFieldPropertiesInput: {
            /** @description Shown instead of the field's name. */
            form_label?: string | null;
            form_help_text?: string | null;
            form_placeholder?: string | null;
            /** @description Of a text: whether it has several lines. */
            textarea?: boolean | null;
            /** @description Of a text, in characters. */
            min_length?: number | null;
            /** @description Of a text, in characters; 5,000 without. */
            max_length?: number | null;
            /** @description Of a number; of a date in seconds since 1970. */
            ge?: number | null;
            /** @description Of a number; of a date in seconds since 1970. */
            le?: number | null;
            /** @description Of a select, with different values; required. */
            options?: components["schemas"]["CustomFieldOptionInput"][] | null;
        };
        CustomFieldSelect: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "select";
            properties: components["schemas"]["CustomFieldSelectProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            slug: string;
            name: string;
            /** Format: uuid */
            organization_id: string;
        };
        CustomFieldSelectOption: {
            value: string;
            label: string;
        };
        CustomFieldSelectProperties: {
            options: components["schemas"]["CustomFieldSelectOption"][];
            form_label?: string;
            form_help_text?: string;
            form_placeholder?: string;
        };
        CustomFieldText: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            type: "text";
            properties: components["schemas"]["CustomFieldTextProperties"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            slug: string;
            name: string;
            /** Format: uuid */
            organization_id: string;
        };
        CustomFieldTextProperties: {
            textarea?: boolean;
            min_length?: number;
            max_length?: number;
            form_label?: string;
            form_help_text?: string;
            form_placeholder?: string;
        };
        CustomFieldUpdate: {
            /**
             * @description Can't be changed, and must be repeated.
             * @enum {string}
             */
            type: "checkbox" | "date" | "number" | "select" | "text";
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** @description Values that buyers have entered are shown under the new slug. */
            slug?: string | null;
            name?: string | null;
            /** @description Replaces all properties. */
            properties?: components["schemas"]["CustomFieldPropertiesInput"] | null;
        };
        Customer: {
            /**
             * @description Every customer is one person or one company, without members.
             * @enum {string}
             */
            type: "individual";
            metadata: {
                [key: string]: boolean | number | string;
            };
            tax_id: string[] | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            external_id: string | null;
            email: string;
            email_verified: boolean;
            name: string | null;
            /** @description What invoices name unless a checkout had a name of its own for them: the customer's name. */
            billing_name: string | null;
            billing_address: components["schemas"]["Address"] | null;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: date-time
             * @description Not in the contract: since when they ask to be erased; deleting them confirms it.
             */
            erasure_requested_at: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            avatar_url: string;
            /**
             * Format: date-time
             * @description When the first usage event that names them happened; null if none does.
             */
            first_user_event_at: string | null;
        };
        CustomerAccount: {
            balances: components["schemas"]["AccountBalance"][];
            /** @description The 200 newest, newest first. */
            lines: components["schemas"]["AccountLine"][];
        };
        CustomerBalance: {
            /** @description In minor units. */
            balance: number;
            currency: string;
            balances: components["schemas"]["AccountBalance"][];
        };
        CustomerCreate: {
            tax_id?: string[] | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** Format: email */
            email: string;
            /** @description Can't be changed once set. */
            external_id?: string | null;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
        };
        CustomerDownload: {
            benefit_id: string;
            file: components["schemas"]["DownloadedFile"];
            downloads: number;
            /** Format: date-time */
            last_downloaded_at: string | null;
        };
        CustomerDownloads: {
            items: components["schemas"]["CustomerDownload"][];
        };
        CustomerEmailSettingsAnswer: {
            /**
             * @description Subscriptions cannot be paused.
             * @enum {boolean}
             */
            subscription_paused: false;
            /** @enum {boolean} */
            subscription_resumed: false;
            /**
             * @description Nobody is reminded of it.
             * @enum {boolean}
             */
            payment_method_expiration_reminder: false;
            order_confirmation: boolean;
            subscription_cancellation: boolean;
            subscription_confirmation: boolean;
            subscription_cycled: boolean;
            subscription_cycled_after_trial: boolean;
            subscription_past_due: boolean;
            subscription_renewal_reminder: boolean;
            subscription_revoked: boolean;
            subscription_trial_conversion_reminder: boolean;
            subscription_uncanceled: boolean;
            subscription_updated: boolean;
        };
        CustomerLinkedAccount: {
            /** @enum {string} */
            platform: "discord" | "github";
            account_id: string;
            username: string | null;
            /** Format: date-time */
            linked_at: string;
        };
        CustomerLinkedAccounts: {
            items: components["schemas"]["CustomerLinkedAccount"][];
        };
        CustomerList: {
            items: components["schemas"]["Customer"][];
            pagination: components["schemas"]["Pagination"];
        };
        CustomerMail: {
            /** @enum {string} */
            kind: "license-key" | "payment-failed" | "receipt" | "refund" | "renewal-upcoming" | "subscription-canceled" | "subscription-changed" | "subscription-ended" | "subscription-resumed" | "trial-ending";
            /** @enum {string} */
            status: "given_up" | "sent" | "waiting";
            id: string;
            /** @description null once the customer is erased, like the subject. */
            to: string | null;
            subject: string | null;
            /** @description As plain text; null like the subject. */
            text: string | null;
            /**
             * Format: date-time
             * @description Business time, as of the order that it is about.
             */
            occurred_at: string;
            /** Format: date-time */
            scheduled_at: string;
            /** Format: date-time */
            sent_at: string | null;
            /** @description A code such as `SMTP 421`. */
            error: string | null;
        };
        CustomerMailList: {
            items: components["schemas"]["CustomerMail"][];
            pagination: components["schemas"]["Pagination"];
        };
        CustomerMeter: {
            /** Format: double */
            consumed_units: number;
            /**
             * Format: double
             * @description Credited − consumed: below 0 if more was consumed.
             */
            balance: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            meter_id: string;
            /** @description Below 0 by what a bill had counted and a change has taken back. */
            credited_units: number;
            customer: components["schemas"]["Customer"];
            meter: components["schemas"]["Meter"];
        };
        CustomerMeterList: {
            items: components["schemas"]["CustomerMeter"][];
            pagination: components["schemas"]["Pagination"];
        };
        CustomerPaymentMethod: {
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            processor: "stripe";
            /**
             * Format: date-time
             * @description A method never changes.
             */
            modified_at: string | null;
            /** @description The same as `default`. */
            is_default: boolean;
            /** Format: uuid */
            id: string;
            /** @description `card`, another word of the processor's, or `unknown` if it does not know the method any more. */
            type: string;
            /** Format: uuid */
            customer_id: string;
            /** Format: date-time */
            created_at: string;
            /** @description What new subscriptions are charged with. */
            default: boolean;
            /** @description Only of cards. */
            card?: components["schemas"]["PortalCard"];
        };
        CustomerPaymentMethodList: {
            items: components["schemas"]["CustomerPaymentMethod"][];
            pagination: components["schemas"]["Pagination"];
        };
        CustomerPortalSettingsAnswer: {
            usage: components["schemas"]["PortalUsageSettingsAnswer"];
            subscription: components["schemas"]["PortalSubscriptionSettingsAnswer"];
        };
        CustomerSession: {
            /** @description The portal has no button back to the seller. */
            return_url: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description `tb_cst_…`, shown once. */
            token: string;
            /** Format: date-time */
            expires_at: string;
            /** @description Opens the customer portal with this session. */
            customer_portal_url: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
        };
        CustomerSessionCreate: {
            /** Format: uuid */
            customer_id?: string | null;
            customer_external_id?: string | null;
            /** @description The name of `customer_external_id` in newer clients. */
            external_customer_id?: string | null;
        };
        CustomerStanding: {
            /**
             * @description What needs attention first: `none` if the customer has never subscribed.
             * @enum {string}
             */
            subscription: "active" | "ended" | "ending" | "none" | "past_due" | "trialing" | "unpaid";
            customer_id: string;
            /** @description Paid orders, those that were refunded included. */
            orders: number;
            /** @description The totals of these orders, one per currency. */
            spent: components["schemas"]["OrderCurrencyTotal"][];
        };
        CustomerStandings: {
            items: components["schemas"]["CustomerStanding"][];
        };
        CustomerState: {
            /**
             * @description Every customer is one person or one company, without members.
             * @enum {string}
             */
            type: "individual";
            metadata: {
                [key: string]: boolean | number | string;
            };
            tax_id: string[] | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            external_id: string | null;
            email: string;
            email_verified: boolean;
            name: string | null;
            /** @description What invoices name unless a checkout had a name of its own for them: the customer's name. */
            billing_name: string | null;
            billing_address: components["schemas"]["Address"] | null;
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: date-time
             * @description Not in the contract: since when they ask to be erased; deleting them confirms it.
             */
            erasure_requested_at: string | null;
            /** Format: date-time */
            deleted_at: string | null;
            avatar_url: string;
            /**
             * Format: date-time
             * @description When the first usage event that names them happened; null if none does.
             */
            first_user_event_at: string | null;
            active_subscriptions: components["schemas"]["CustomerStateSubscription"][];
            granted_benefits: components["schemas"]["CustomerStateBenefitGrant"][];
            active_meters: components["schemas"]["CustomerStateMeter"][];
        };
        CustomerStateBenefitGrant: {
            benefit_metadata: {
                [key: string]: boolean | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: date-time */
            granted_at: string;
            /** Format: uuid */
            benefit_id: string;
            benefit_type: string;
            properties: Record<string, never>;
        };
        CustomerStateMeter: {
            /** Format: double */
            consumed_units: number;
            /**
             * Format: double
             * @description Credited − consumed: below 0 if more was consumed.
             */
            balance: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            meter_id: string;
            /** @description Below 0 by what a bill had counted and a change has taken back. */
            credited_units: number;
        };
        CustomerStateSubscription: {
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @enum {string} */
            status: "active";
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description In cents per period. */
            amount: number;
            currency: string;
            /** Format: date-time */
            current_period_start: string;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            trial_start: string | null;
            /** Format: date-time */
            trial_end: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            meters: components["schemas"]["CustomerStateSubscriptionMeter"][];
        };
        CustomerStateSubscriptionMeter: {
            /** Format: double */
            consumed_units: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Below 0 by what a bill had counted and a change has taken back. */
            credited_units: number;
            /** @description What the period comes to if it ends now, in minor units. */
            amount: number;
            /** Format: uuid */
            meter_id: string;
        };
        CustomerUpdate: {
            tax_id?: string[] | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** Format: email */
            email?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description Can't be changed once set. */
            external_id?: string | null;
        };
        CustomerUpdateExternalID: {
            tax_id?: string[] | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /** Format: email */
            email?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
        };
        DeleteApiKeyRequest: {
            keyId: string;
        };
        DeleteUserAnswer: {
            success: boolean;
            message: string;
        };
        DeleteUserRequest: {
            callbackURL?: string;
            password?: string;
            /** @description The token of the mail. */
            token?: string;
        };
        DiscordGuild: {
            name: string;
            roles: components["schemas"]["DiscordGuildRole"][];
        };
        DiscordGuildRole: {
            id: string;
            name: string;
            /** @description The higher, the mightier. */
            position: number;
            /** @description The role of our own bot, which gives those below it alone. */
            is_bot: boolean;
            /** @description `#` and six hexadecimal digits. */
            color: string;
        };
        DiscordRoleChoice: {
            id: string;
            name: string;
            /** @description The higher, the mightier. */
            position: number;
            /** @description The role of our own bot, which gives those below it alone. */
            is_bot: boolean;
            /** @description `#` and six hexadecimal digits. */
            color: string;
            /** @description Whether the bot can give it. */
            is_assignable: boolean;
        };
        Discount: {
            /** @description A customer can redeem it any number of times. */
            max_redemptions_per_customer: number | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @description By currency: a discount has one. */
            amounts?: {
                [key: string]: number;
            };
            /** @enum {string} */
            type: "fixed" | "percentage";
            /** @description In minor units of `currency`. */
            amount?: number;
            currency?: string;
            basis_points?: number;
            /** @enum {string} */
            duration: "forever" | "once" | "repeating";
            duration_in_months?: number;
            products: components["schemas"]["DiscountProduct"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            code: string | null;
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            max_redemptions: number | null;
            /** @description Those of checkouts that are being paid, too. */
            redemptions_count: number;
            /** Format: uuid */
            organization_id: string;
        };
        DiscountCreate: {
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            name: string;
            /** @enum {string} */
            type: "fixed" | "percentage";
            /** @description In minor units of `currency`; required for a fixed discount. */
            amount?: number;
            /**
             * Format: currency
             * @description A fixed amount is taken off sales in this currency only; `usd` by default.
             * @example usd
             */
            currency?: string;
            /** @description 10,000 are all of it; required for a percentage. */
            basis_points?: number;
            /** @enum {string} */
            duration: "forever" | "once" | "repeating";
            /** @description Required for a repeating discount. */
            duration_in_months?: number;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
            /** @description For customers, unless it is the seller's alone: 3 to 256 letters and digits, unique in the organization ignoring case. */
            code?: string | null;
            /** Format: date-time */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description After `starts_at`.
             */
            ends_at?: string | null;
            max_redemptions?: number | null;
            /** @description The products that it applies to; none for all. */
            products?: string[] | null;
        };
        DiscountFixedOnceForeverBase: {
            /** @description A customer can redeem it any number of times. */
            max_redemptions_per_customer: number | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @enum {string} */
            type: "fixed";
            /** @description By currency: a discount has one. */
            amounts: {
                [key: string]: number;
            };
            /** @enum {string} */
            duration: "forever" | "once";
            /** @description In minor units of `currency`. */
            amount: number;
            currency: string;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            code: string | null;
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            max_redemptions: number | null;
            /** @description Those of checkouts that are being paid, too. */
            redemptions_count: number;
            /** Format: uuid */
            organization_id: string;
        };
        DiscountFixedRepeatBase: {
            /** @description A customer can redeem it any number of times. */
            max_redemptions_per_customer: number | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @enum {string} */
            type: "fixed";
            /** @description By currency: a discount has one. */
            amounts: {
                [key: string]: number;
            };
            /** @enum {string} */
            duration: "repeating";
            /** @description In minor units of `currency`. */
            amount: number;
            currency: string;
            duration_in_months: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            code: string | null;
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            max_redemptions: number | null;
            /** @description Those of checkouts that are being paid, too. */
            redemptions_count: number;
            /** Format: uuid */
            organization_id: string;
        };
        DiscountList: {
            items: components["schemas"]["Discount"][];
            pagination: components["schemas"]["Pagination"];
        };
        DiscountPercentageOnceForeverBase: {
            /** @description A customer can redeem it any number of times. */
            max_redemptions_per_customer: number | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @enum {string} */
            type: "percentage";
            /** @enum {string} */
            duration: "forever" | "once";
            basis_points: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            code: string | null;
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            max_redemptions: number | null;
            /** @description Those of checkouts that are being paid, too. */
            redemptions_count: number;
            /** Format: uuid */
            organization_id: string;
        };
        DiscountPercentageRepeatBase: {
            /** @description A customer can redeem it any number of times. */
            max_redemptions_per_customer: number | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @enum {string} */
            type: "percentage";
            /** @enum {string} */
            duration: "repeating";
            basis_points: number;
            duration_in_months: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            code: string | null;
            /** Format: date-time */
            starts_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            max_redemptions: number | null;
            /** @description Those of checkouts that are being paid, too. */
            redemptions_count: number;
            /** Format: uuid */
            organization_id: string;
        };
        DiscountProduct: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Meters are billed with the product's own interval. */
            meter_interval: string | null;
            meter_interval_count: number | null;
            /** @enum {string|null} */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string}
             */
            visibility: "draft" | "private" | "public";
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            description: string | null;
            /** @description 1; null like the interval. */
            recurring_interval_count: number | null;
            trial_interval_count: number | null;
            is_recurring: boolean;
            is_archived: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        DiscountUpdate: {
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            name?: string | null;
            /**
             * @description Can't be changed: a different one is refused.
             * @enum {string|null}
             */
            type?: "fixed" | "percentage" | null;
            /** @description In minor units; can't be changed once redeemed. */
            amount?: number | null;
            /**
             * Format: currency
             * @description Can't be changed: a different one is refused, except for `usd`, which clients send always.
             * @example usd
             */
            currency?: string | null;
            /** @description Can't be changed once redeemed. */
            basis_points?: number | null;
            /**
             * @description Can't be changed: a different one is refused.
             * @enum {string|null}
             */
            duration?: "forever" | "once" | "repeating" | null;
            /** @description Can't be changed once redeemed. */
            duration_in_months?: number | null;
            /** @description For customers, unless it is the seller's alone: 3 to 256 letters and digits, unique in the organization ignoring case. */
            code?: string | null;
            /** Format: date-time */
            starts_at?: string | null;
            /**
             * Format: date-time
             * @description After `starts_at`.
             */
            ends_at?: string | null;
            max_redemptions?: number | null;
            /** @description The products that it applies to; none for all. */
            products?: string[] | null;
        };
        DisputeSettingsAnswer: {
            auto_accept_below_amount: number | null;
        };
        DownloadUrl: {
            headers: {
                [key: string]: string;
            };
            /** @description Redirects to the bytes until `expires_at`, as long as the customer has the benefit. */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        DownloadableFileRead: {
            /**
             * Format: date-time
             * @description Files are not searched for malware.
             */
            flagged_malicious_at: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            service: "downloadable";
            /** Format: date-time */
            created_at: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            name: string;
            path: string;
            mime_type: string;
            /** @description In bytes. */
            size: number;
            storage_version: string | null;
            checksum_etag: string | null;
            checksum_sha256_base64: string | null;
            checksum_sha256_hex: string | null;
            /** Format: date-time */
            last_modified_at: string | null;
            version: string | null;
            is_uploaded: boolean;
            size_readable: string;
        };
        DownloadedFile: {
            id: string;
            name: string;
            size_readable: string;
        };
        ErasureRefusal: {
            /** @description For the customer, who gets it by mail. */
            reason: string;
        };
        ErasureRequest: {
            customer_id: string;
            email: string;
            /** Format: date-time */
            requested_at: string;
        };
        EventCreate: {
            name: string;
            /** Format: uuid */
            customer_id?: string | null;
            /** @description The seller's id of a customer, who may be created later. */
            external_customer_id?: string | null;
            /**
             * Format: date-time
             * @description In the past; the time of the call if it is missing.
             */
            timestamp?: string | null;
            /** @description The seller's id of the event: an event that is sent again is counted once. */
            external_id?: string | null;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token. The same for all events of a call.
             */
            organization_id?: string | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
        };
        EventType: {
            /** @enum {string} */
            source: "system" | "user";
            /** Format: date-time */
            modified_at: string | null;
            label_property_selector: string | null;
            /** Format: uuid */
            id: string;
            /**
             * Format: date-time
             * @description The same as `first_seen`.
             */
            created_at: string;
            /** Format: uuid */
            organization_id: string;
            name: string;
            /** @description In words, of what the product says itself; else the name. */
            label: string;
            occurrences: number;
            first_seen: string;
            last_seen: string;
        };
        EventTypeList: {
            items: components["schemas"]["EventType"][];
            pagination: components["schemas"]["Pagination"];
        };
        EventsIngest: {
            events: components["schemas"]["EventCreate"][];
        };
        EventsIngestResponse: {
            inserted: number;
            /** @description Events with an `external_id` that was sent before. */
            duplicates: number;
        };
        ExpiredCheckoutError: {
            /** @constant */
            error: "ExpiredCheckoutError";
            detail: string;
            /** Format: date-time */
            expired_at: string;
        };
        ExplainedAmount: {
            /** @enum {string} */
            kind: "balance" | "discount" | "due" | "item" | "net" | "subtotal" | "tax" | "total";
            /** @description null unless it is an item. */
            item_id: string | null;
            label: string;
            /** @description In minor units. */
            amount: number;
            /** @description Such as `16 of 30 days left × 300.00 = 160.00`, in units of the currency. */
            arithmetic: string;
            /** @description Those of `events` that made it. */
            event_ids: string[];
        };
        ExplainingEvent: {
            id: string;
            type: string;
            /** Format: date-time */
            at: string;
        };
        FailedGrants: {
            benefit_id: string;
            description: string;
            /** @description Customers. */
            count: number;
        };
        FailingEndpoint: {
            /**
             * Format: date-time
             * @description Since when nothing is sent to it: ten messages in a row were given up. null: it is enabled.
             */
            disabled_at: string | null;
            id: string;
            url: string;
            undelivered_messages: number;
            /** @description Rows of `GET /v1/webhooks/deliveries?succeeded=false` since `since`. */
            failed_attempts: number;
        };
        FeatureSettingsAnswer: {
            issue_funding_enabled: boolean;
            usage_based_billing_enabled: boolean;
        };
        FieldError: {
            loc: (number | string)[];
            msg: string;
            type: string;
        };
        FigureCheckouts: {
            opened: number;
            /** @description How many of those succeeded, by now. */
            succeeded: number;
        };
        FigurePeriod: {
            /** Format: date */
            start_date: string;
            /** Format: date */
            end_date: string;
            /** @description Whether it has not ended yet. */
            is_running: boolean;
        };
        FigureSpan: {
            /** Format: date */
            start_date: string;
            /** Format: date */
            end_date: string;
        };
        FigureStanding: {
            active_subscriptions: number;
            monthly_recurring_revenue: number;
            past_due_subscriptions: number;
            past_due_amount: number;
            /** @description Active subscriptions that renew in `upcoming`, or whose trial ends in it. */
            upcoming_renewals: number;
            /** @description What they cost per period, after the discount of now and before tax. */
            upcoming_renewals_amount: number;
        };
        FigureTotals: {
            /** @description Paid in the range. */
            orders: number;
            /** @description Of orders paid in the range, less what was refunded in it, after discount and without tax: the sum of the four parts below. */
            revenue: number;
            /** @description All revenue up to the end of the range. */
            cumulative_revenue: number;
            /** @description What was taken off the revenue: refunds that succeeded in the range, less those reversed in it. */
            refunded_amount: number;
            /** @description Of orders paid in the range, before refunds; rounded. */
            average_order_value: number;
            one_time_products: number;
            one_time_products_revenue: number;
            /** @description Started in the range. */
            new_subscriptions: number;
            new_subscriptions_revenue: number;
            renewed_subscriptions: number;
            renewed_subscriptions_revenue: number;
            subscription_updates_revenue: number;
            /** @description Ended in the range. */
            ended_subscriptions: number;
            /** @description Started, not ended and not past due at the end of the range, trials included. */
            active_subscriptions: number;
            /** @description Of active subscriptions without trials, after discount and before tax; yearly amounts count as a twelfth. */
            monthly_recurring_revenue: number;
            /** @description At the end of the range. */
            past_due_subscriptions: number;
            /** @description Per month, of past-due subscriptions. */
            past_due_amount: number;
        };
        Figures: {
            /** Format: date */
            start_date: string;
            /** Format: date */
            end_date: string;
            /** @enum {string} */
            interval: "day" | "month" | "week";
            /**
             * Format: date
             * @description The day of the first paid order; null if there is none.
             */
            first_sale_date: string | null;
            /** @description The IANA name of the zone whose days these are. */
            time_zone: string;
            /** @description Today and the six days after it. */
            upcoming: components["schemas"]["FigureSpan"];
            /** @description As many days as the range has. */
            previous: components["schemas"]["FigureSpan"];
            periods: components["schemas"]["FigurePeriod"][];
            checkouts: components["schemas"]["FigureCheckouts"];
            previous_checkouts: components["schemas"]["FigureCheckouts"];
            /** @description The organization's own currency first. */
            currencies: components["schemas"]["CurrencyFigures"][];
        };
        FileCreate: {
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
            /** @enum {string} */
            service: "downloadable" | "organization_avatar" | "product_media";
            name: string;
            /** @description Media and avatars are images: JPEG, PNG, GIF, WebP or SVG. */
            mime_type: string;
            /** @description In bytes. Media are at most 10 MiB, avatars 1 MiB. */
            size: number;
            checksum_sha256_base64?: string | null;
            upload: components["schemas"]["S3FileCreateMultipart"];
            version?: string | null;
        };
        FileList: {
            items: (components["schemas"]["DownloadableFileRead"] | components["schemas"]["OrganizationAvatarFileRead"] | components["schemas"]["ProductMediaFileRead"])[];
            pagination: components["schemas"]["Pagination"];
        };
        FilePatch: {
            name?: string | null;
            version?: string | null;
        };
        FileSpaceDto: {
            /** @description Bytes of files, and of uploads that have begun. */
            used: number;
            /** @description Such as `1.5 MB`. */
            used_readable: string;
            /** @description Bytes. */
            allowed: number;
            allowed_readable: string;
        };
        FileUpload: {
            /**
             * Format: date-time
             * @description Files are not searched for malware.
             */
            flagged_malicious_at: string | null;
            /** @enum {string} */
            service: "downloadable" | "organization_avatar" | "product_media";
            upload: components["schemas"]["S3FileUploadMultipart"];
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            name: string;
            path: string;
            mime_type: string;
            /** @description In bytes. */
            size: number;
            storage_version: string | null;
            checksum_etag: string | null;
            checksum_sha256_base64: string | null;
            checksum_sha256_hex: string | null;
            /** Format: date-time */
            last_modified_at: string | null;
            version: string | null;
            is_uploaded: boolean;
            size_readable: string;
        };
        FileUploadCompleted: {
            /** @description Of the upload. */
            id: string;
            path: string;
            parts: components["schemas"]["S3FileUploadCompletedPart"][];
        };
        Filter: {
            /** @enum {string} */
            conjunction: "and" | "or";
            /** @description Clauses, and groups of them: at most 100 in all, in at most 5 levels. One with `like` or `not_like` counts once for each 32 characters of its value. */
            clauses: (components["schemas"]["Filter"] | components["schemas"]["FilterClause"])[];
        };
        FilterClause: {
            /** @description `name`, `source`, `timestamp` (seconds since 1970), or a key of the event's metadata. */
            property: string;
            /** @enum {string} */
            operator: "eq" | "gt" | "gte" | "like" | "lt" | "lte" | "ne" | "not_like";
            value: boolean | number | string;
        };
        FinanceCurrency: {
            currency: string;
            sales: components["schemas"]["FinanceSums"];
            /** @description Below 0; refunds that were reversed are added again. */
            refunds: components["schemas"]["FinanceSums"];
            taxes: components["schemas"]["FinanceTax"][];
        };
        FinanceEntry: {
            /** @enum {string} */
            kind: "refund" | "refund_reversal" | "sale";
            /** @enum {string} */
            billing_reason: "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
            net_amount: number;
            tax_amount: number;
            total_amount: number;
            payment_amount: number;
            /** @description Of its invoice, or of the credit note, which a reversal cancels; null until that is issued. */
            document_number: string | null;
            /** @description The day of issue, or of the cancelation. */
            document_day: string | null;
            id: string;
            organization_id: string;
            /** Format: date-time */
            booked_at: string;
            order_id: string;
            number: string;
            refund_id: string | null;
            customer_id: string;
            customer_email: string | null;
            customer_name: string | null;
            currency: string;
            /** @description Where it was sold; null if the buyer gave no address. */
            country: string | null;
            /** @description Only of countries whose states are known. */
            state: string | null;
        };
        FinanceEntryList: {
            items: components["schemas"]["FinanceEntry"][];
            pagination: components["schemas"]["Pagination"];
        };
        FinanceEntryTotal: {
            count: number;
            net_amount: number;
            tax_amount: number;
            total_amount: number;
            /** @description Charged to or refunded to cards; the rest is the customers' accounts. */
            payment_amount: number;
            currency: string;
        };
        FinanceEntryTotals: {
            count: number;
            totals: components["schemas"]["FinanceEntryTotal"][];
        };
        FinanceOverview: {
            /** @enum {string} */
            interval: "month" | "quarter" | "year";
            start_date: string;
            end_date: string;
            time_zone: string;
            /** @description Of the whole range. */
            currencies: components["schemas"]["FinanceCurrency"][];
            periods: components["schemas"]["FinancePeriod"][];
        };
        FinancePeriod: {
            start_date: string;
            end_date: string;
            currencies: components["schemas"]["FinanceCurrency"][];
        };
        FinanceSums: {
            count: number;
            net_amount: number;
            tax_amount: number;
            total_amount: number;
            /** @description Charged to or refunded to cards; the rest is the customers' accounts. */
            payment_amount: number;
        };
        FinanceTax: {
            /** @enum {string} */
            treatment: "no_rate" | "reverse_charge" | "taxed";
            /** @description The value of the list's filter `row`. */
            row: string;
            /** @description Of the rate, or of the sale if no rate applied to it. */
            country: string | null;
            state: string | null;
            name: string | null;
            percent: string | null;
            count: number;
            base_amount: number;
            tax_amount: number;
        };
        FirstStepsDto: {
            product_id: string | null;
            /** @description One that can still be paid, or else one that was. */
            checkout_id: string | null;
            /** @description A paid order. */
            order_id: string | null;
            /** @description Whether there are further paid orders: the first steps are no longer needed. */
            has_more_orders: boolean;
        };
        FullOrganization: {
            metadata: string | null;
            teams: components["schemas"]["Team"][] | null;
            members: components["schemas"]["MemberWithUser"][];
            invitations: components["schemas"]["Invitation"][];
            id: string;
            name: string;
            slug: string;
            logo: string | null;
            /** Format: date-time */
            createdAt: string;
        };
        HasPermissionAnswer: {
            error: null;
            success: boolean;
        };
        HasPermissionRequest: {
            permissions?: {
                [key: string]: string[];
            };
            permission?: {
                [key: string]: string[];
            };
            organizationId?: string;
        };
        IdToken: {
            token: string;
            nonce?: string;
            accessToken?: string;
            refreshToken?: string;
            /** @description Of the access token: seconds or milliseconds since 1970. */
            expiresAt?: number;
            scopes?: string[];
        };
        /** @description An error of the identity contract. Some are sent without a body, such as 401 for a request without a session. */
        IdentityError: {
            code: string;
            message: string;
        } & {
            [key: string]: unknown;
        };
        ImpersonationAnswer: {
            session: components["schemas"]["Session"];
            user: components["schemas"]["User"];
        };
        InstalledProcessor: {
            /**
             * @description null: nothing, and only what is free can be bought.
             * @enum {string|null}
             */
            processor: "sandbox" | "stripe" | null;
            /** @description Whether real money moves. */
            is_live: boolean;
            /** @description Whether a signing secret for the processor's webhooks is set. */
            verifies_webhooks: boolean;
        };
        InsufficientScopeError: {
            /** @constant */
            error: "insufficient_scope";
            error_description: string;
            /** @description Space-separated scopes; any one of them is enough. */
            scope: string;
        };
        Integrations: {
            /** @description Those that are set up. */
            platforms: components["schemas"]["RemotePlatformOffered"][];
            /** @description What the organization has connected, the newest first. */
            installations: components["schemas"]["RemoteInstallationShown"][];
        };
        InvalidTokenError: {
            /** @constant */
            error: "invalid_token";
            error_description: string;
        };
        Invitation: {
            /** @enum {string} */
            status: "accepted" | "canceled" | "pending" | "rejected";
            /** @description Missing if teams are disabled (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            email: string;
            role: string;
            inviterId: string;
            /** Format: date-time */
            expiresAt: string;
        };
        InvitationRequest: {
            invitationId: string;
        };
        InviteMemberRequest: {
            role: string[] | string;
            /** Format: email */
            email: string;
            /** @description Even if one is pending. */
            resend?: boolean;
            teamId?: string;
            organizationId?: string;
        };
        InvoiceSettingsAnswer: {
            legal_name: string | null;
            address: string | null;
            tax_id: string | null;
            email: string | null;
            footer: string | null;
        };
        LedgerActor: {
            kind: string;
            id: string;
            /** @description The administrator who impersonated this user. */
            impersonator?: string;
            /** @description How the actor was authenticated, such as a session. */
            via?: string;
        };
        LedgerEntity: {
            /** @description Such as `customer`, `product` or `order`. */
            kind: string;
            id: string;
            /** @description Its name now: a customer's e-mail address, an order's number. null if the caller may not read it. */
            name: string | null;
        };
        LedgerEvent: {
            id: string;
            organization_id: string;
            type: string;
            stream: string;
            /** @description The category of its stream, such as `subscription`. */
            category: string;
            /** @description Its number in its stream, from 0. */
            revision: number;
            actor: components["schemas"]["LedgerActor"];
            /** @description Ids of the people it concerns. */
            persons: string[];
            about: components["schemas"]["LedgerEntity"][];
            /** @description What was charged, requested or priced, in minor units of `currency`; null if the event is not about money. */
            amount: number | null;
            currency: string | null;
            /**
             * Format: date-time
             * @description Business time.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description Machine time.
             */
            recorded_at: string;
            /** @description The command that caused it. */
            command_id: string;
            correlation_id: string;
            causation_id: string;
        };
        LedgerEventList: {
            items: components["schemas"]["LedgerEvent"][];
            pagination: components["schemas"]["Pagination"];
        };
        LedgerEventOpened: {
            data: {
                [key: string]: unknown;
            };
            /** @description The entity right after the event; null where there is none. */
            state: {
                [key: string]: unknown;
            } | null;
            id: string;
            organization_id: string;
            type: string;
            stream: string;
            /** @description The category of its stream, such as `subscription`. */
            category: string;
            /** @description Its number in its stream, from 0. */
            revision: number;
            actor: components["schemas"]["LedgerActor"];
            /** @description Ids of the people it concerns. */
            persons: string[];
            about: components["schemas"]["LedgerEntity"][];
            /** @description What was charged, requested or priced, in minor units of `currency`; null if the event is not about money. */
            amount: number | null;
            currency: string | null;
            /**
             * Format: date-time
             * @description Business time.
             */
            occurred_at: string;
            /**
             * Format: date-time
             * @description Machine time.
             */
            recorded_at: string;
            /** @description The command that caused it. */
            command_id: string;
            correlation_id: string;
            causation_id: string;
        };
        LedgerTimeline: {
            stream: string;
            category: string;
            /** @description Oldest first, each with the state after it. */
            items: components["schemas"]["LedgerEventOpened"][];
        };
        LicenseKeyActivate: {
            /** @description Validations of the activation need the same. */
            conditions?: {
                [key: string]: boolean | number | string;
            } | null;
            meta?: {
                [key: string]: boolean | number | string;
            } | null;
            label: string;
            key: string;
            /** Format: uuid */
            organization_id: string;
        };
        LicenseKeyActivationBase: {
            meta: {
                [key: string]: boolean | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            license_key_id: string;
            label: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
        };
        LicenseKeyActivationRead: {
            meta: {
                [key: string]: boolean | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            license_key_id: string;
            label: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            license_key: components["schemas"]["BoughtLicenseKey"];
        };
        LicenseKeyActivationsInput: {
            limit: number;
            /** @description Whether customers may deactivate in their portal. */
            enable_customer_admin?: boolean | null;
        };
        LicenseKeyActivationsShown: {
            limit: number;
            enable_customer_admin: boolean;
        };
        LicenseKeyDeactivate: {
            /** Format: uuid */
            activation_id: string;
            key: string;
            /** Format: uuid */
            organization_id: string;
        };
        LicenseKeyList: {
            items: components["schemas"]["LicenseKeyRead"][];
            pagination: components["schemas"]["Pagination"];
        };
        LicenseKeyOrder: {
            /** @enum {string} */
            status: "paid" | "partially_refunded" | "pending" | "refunded" | "void";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            paid: boolean;
        };
        LicenseKeyRead: {
            /**
             * Format: uuid
             * @description Keys are the customer's own: there are no members.
             */
            member_id: string | null;
            member: Record<string, never> | null;
            /** @enum {string} */
            status: "disabled" | "granted" | "revoked";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
            /** Format: uuid */
            benefit_id: string;
            key: string;
            /** @description Its end, behind asterisks. */
            display_key: string;
            limit_activations: number | null;
            usage: number;
            limit_usage: number | null;
            validations: number;
            /** Format: date-time */
            last_validated_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        LicenseKeySubscription: {
            /** @enum {string} */
            status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            current_period_start: string;
            /** Format: date-time */
            current_period_end: string;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            ends_at: string | null;
        };
        LicenseKeyTermInput: {
            /** @enum {string} */
            timeframe: "day" | "month" | "year";
            ttl: number;
        };
        LicenseKeyTermShown: {
            ttl: number;
            /** @enum {string} */
            timeframe: "day" | "month" | "year";
        };
        LicenseKeyUpdate: {
            /** @enum {string|null} */
            status?: "disabled" | "granted" | "revoked" | null;
            usage?: number | null;
            /** @description null: it can't be activated. */
            limit_activations?: number | null;
            /** @description null: without limit. */
            limit_usage?: number | null;
            /**
             * Format: date-time
             * @description null: never.
             */
            expires_at?: string | null;
        };
        LicenseKeyValidate: {
            /** @description Those that the activation was made with. */
            conditions?: {
                [key: string]: boolean | number | string;
            } | null;
            /** Format: uuid */
            activation_id?: string | null;
            /** Format: uuid */
            benefit_id?: string | null;
            /** Format: uuid */
            customer_id?: string | null;
            /** @description What the validation adds to the usage. */
            increment_usage?: number | null;
            key: string;
            /** Format: uuid */
            organization_id: string;
        };
        LicenseKeyWithActivations: {
            /**
             * Format: uuid
             * @description Keys are the customer's own: there are no members.
             */
            member_id: string | null;
            member: Record<string, never> | null;
            /** @enum {string} */
            status: "disabled" | "granted" | "revoked";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
            /** Format: uuid */
            benefit_id: string;
            key: string;
            /** @description Its end, behind asterisks. */
            display_key: string;
            limit_activations: number | null;
            usage: number;
            limit_usage: number | null;
            validations: number;
            /** Format: date-time */
            last_validated_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            activations: components["schemas"]["LicenseKeyActivationBase"][];
        };
        LimitUse: {
            used: number;
            allowed: number;
        };
        LimitsDto: {
            meters: components["schemas"]["LimitUse"] | null;
            /** @description In the filters of all meters, by their weight. */
            meter_clauses: components["schemas"]["LimitUse"] | null;
            webhook_endpoints: components["schemas"]["LimitUse"] | null;
            /** @description In force or to come. */
            tax_rates: components["schemas"]["LimitUse"] | null;
        };
        LinkSocialAnswer: {
            redirect: boolean;
            url: string;
            status?: boolean;
        };
        LinkSocialRequest: {
            provider: string;
            callbackURL?: string;
            errorCallbackURL?: string;
            requestSignUp?: boolean;
            scopes?: string[];
            idToken?: components["schemas"]["IdToken"];
        };
        ListedAccount: {
            id: string;
            provider: string;
            accountId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            scopes: string[];
        };
        Liveness: {
            ok: boolean;
        };
        MailPreview: {
            kind: string;
            subject: string;
            text: string;
        };
        MailPreviewList: {
            items: components["schemas"]["MailPreview"][];
        };
        MailSettingsAnswer: {
            /** @description The kinds of mails to customers that are not sent. */
            off: ("license-key" | "payment-failed" | "receipt" | "refund" | "renewal-upcoming" | "subscription-canceled" | "subscription-changed" | "subscription-ended" | "subscription-resumed" | "trial-ending")[];
        };
        MaybeUserAnswer: {
            user: components["schemas"]["User"] | null;
        };
        Member: {
            /** @description The first of their teams that they joined; missing if teams are disabled (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            userId: string;
            role: string;
            /** Format: date-time */
            createdAt: string;
        };
        MemberPage: {
            members: components["schemas"]["MemberWithUser"][];
            total: number;
        };
        MemberRoleAnswer: {
            role: string;
        };
        MemberUser: {
            id: string;
            name: string;
            email: string;
            image: string | null;
        };
        MemberWithUser: {
            /** @description The first of their teams that they joined; missing if teams are disabled (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            userId: string;
            role: string;
            /** Format: date-time */
            createdAt: string;
            user: components["schemas"]["MemberUser"];
        };
        Message: {
            message: string;
        };
        Meter: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /**
             * @description What meters measure are plain numbers.
             * @enum {string}
             */
            unit: "scalar";
            custom_label: string | null;
            custom_multiplier: number | null;
            aggregation: components["schemas"]["CountAggregation"] | components["schemas"]["PropertyAggregation"];
            /**
             * Format: date-time
             * @description Meters are not archived.
             */
            archived_at: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            filter: components["schemas"]["Filter"];
            /** Format: uuid */
            organization_id: string;
            /**
             * Format: date-time
             * @description Not in the contract: since when filter and aggregation cannot be changed, because what it measured was billed; null if they can.
             */
            frozen_at: string | null;
        };
        MeterCreate: {
            filter: components["schemas"]["Filter"];
            aggregation: components["schemas"]["CountAggregation"] | components["schemas"]["PropertyAggregation"];
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            name: string;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
        };
        MeterList: {
            items: components["schemas"]["Meter"][];
            pagination: components["schemas"]["Pagination"];
        };
        MeterQuantities: {
            /**
             * Format: double
             * @description Of all events in these periods.
             */
            total: number;
            /** @description One for each period of the range; 0 if nothing was measured in it. */
            quantities: components["schemas"]["MeterQuantity"][];
        };
        MeterQuantity: {
            /** Format: double */
            quantity: number;
            /**
             * Format: date-time
             * @description Start of the hour, day, week, month or year.
             */
            timestamp: string;
        };
        MeterThisMonth: {
            /** Format: double */
            quantity: number;
            meter_id: string;
        };
        MeterUpdate: {
            /** @description Replaces the whole filter. */
            filter?: components["schemas"]["Filter"] | null;
            aggregation?: components["schemas"]["CountAggregation"] | components["schemas"]["PropertyAggregation"] | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            name?: string | null;
        };
        MeteredDay: {
            /** Format: double */
            quantity: number;
            day: string;
        };
        MeteredLineUsage: {
            /** @enum {string} */
            func: "avg" | "count" | "max" | "min" | "sum";
            /**
             * Format: double
             * @description As the line says.
             */
            consumed_units: number;
            /**
             * Format: double
             * @description What its events come to now: the same, unless their customer was erased after a changed meter had counted them.
             */
            measured_units: number;
            meter_id: string;
            /** @description Events that happened before the period, and were reported in it. */
            late_events: number;
            windows: components["schemas"]["MeteredWindow"][];
            /** @description By the days on which the events happened. */
            days: components["schemas"]["MeteredDay"][];
            /** @description The first hundred. */
            rows: components["schemas"]["MeteredRow"][];
        };
        MeteredRow: {
            /** @enum {string} */
            kind: "carried" | "event" | "void";
            /**
             * Format: double
             * @description null if the meter only counts.
             */
            value: number | null;
            event_id: string;
            name: string;
            /** Format: date-time */
            timestamp: string;
        };
        MeteredWindow: {
            /** @description The event that it begins after; null: the beginning. */
            from_event_id: string | null;
            from: string | null;
            until_event_id: string;
            until: string;
        };
        MetersThisMonth: {
            meters: components["schemas"]["MeterThisMonth"][];
        };
        Metric: {
            /** @enum {string} */
            type: "currency" | "percentage" | "scalar";
            slug: string;
            display_name: string;
        };
        MetricPeriod: {
            /**
             * Format: double
             * @description From 0 to 1.
             */
            checkouts_conversion: number;
            /**
             * Format: date-time
             * @description Start of the period.
             */
            timestamp: string;
            /** @description Paid in the period. */
            orders: number;
            /** @description Of orders paid in the period, after discount and without tax. */
            revenue: number;
            /** @description All revenue until the end of the period. */
            cumulative_revenue: number;
            /** @description Revenue per order, rounded. */
            average_order_value: number;
            one_time_products: number;
            one_time_products_revenue: number;
            /** @description Started in the period. */
            new_subscriptions: number;
            new_subscriptions_revenue: number;
            renewed_subscriptions: number;
            renewed_subscriptions_revenue: number;
            /** @description Started, not ended and not past due at the end of the period. */
            active_subscriptions: number;
            /** @description Of active subscriptions; yearly amounts count a twelfth. */
            monthly_recurring_revenue: number;
            /** @description Opened in the period. */
            checkouts: number;
            /** @description Succeeded in the period. */
            succeeded_checkouts: number;
        };
        Metrics: {
            orders: components["schemas"]["Metric"];
            revenue: components["schemas"]["Metric"];
            cumulative_revenue: components["schemas"]["Metric"];
            average_order_value: components["schemas"]["Metric"];
            one_time_products: components["schemas"]["Metric"];
            one_time_products_revenue: components["schemas"]["Metric"];
            new_subscriptions: components["schemas"]["Metric"];
            new_subscriptions_revenue: components["schemas"]["Metric"];
            renewed_subscriptions: components["schemas"]["Metric"];
            renewed_subscriptions_revenue: components["schemas"]["Metric"];
            active_subscriptions: components["schemas"]["Metric"];
            monthly_recurring_revenue: components["schemas"]["Metric"];
            checkouts: components["schemas"]["Metric"];
            succeeded_checkouts: components["schemas"]["Metric"];
            checkouts_conversion: components["schemas"]["Metric"];
        };
        MetricsIntervalLimit: {
            /** @description From the start date to the end date. */
            min_days: number;
            max_days: number;
        };
        MetricsIntervalsLimits: {
            hour: components["schemas"]["MetricsIntervalLimit"];
            day: components["schemas"]["MetricsIntervalLimit"];
            week: components["schemas"]["MetricsIntervalLimit"];
            month: components["schemas"]["MetricsIntervalLimit"];
            year: components["schemas"]["MetricsIntervalLimit"];
        };
        MetricsLimits: {
            /** @description `YYYY-MM-DD`. */
            min_date: string;
            intervals: components["schemas"]["MetricsIntervalsLimits"];
        };
        MetricsResponse: {
            periods: components["schemas"]["MetricPeriod"][];
            /** @description Sums, except for cumulative revenue, active subscriptions and monthly recurring revenue, which are those of the last period. */
            totals: components["schemas"]["MetricsTotals"];
            metrics: components["schemas"]["Metrics"];
        };
        MetricsTotals: {
            /**
             * Format: double
             * @description From 0 to 1.
             */
            checkouts_conversion: number;
            /** @description Paid in the period. */
            orders: number;
            /** @description Of orders paid in the period, after discount and without tax. */
            revenue: number;
            /** @description All revenue until the end of the period. */
            cumulative_revenue: number;
            /** @description Revenue per order, rounded. */
            average_order_value: number;
            one_time_products: number;
            one_time_products_revenue: number;
            /** @description Started in the period. */
            new_subscriptions: number;
            new_subscriptions_revenue: number;
            renewed_subscriptions: number;
            renewed_subscriptions_revenue: number;
            /** @description Started, not ended and not past due at the end of the period. */
            active_subscriptions: number;
            /** @description Of active subscriptions; yearly amounts count a twelfth. */
            monthly_recurring_revenue: number;
            /** @description Opened in the period. */
            checkouts: number;
            /** @description Succeeded in the period. */
            succeeded_checkouts: number;
        };
        NextCharge: {
            currency: string;
            /** @description The first charge without the discount; null without one, or if it lasts. */
            then: components["schemas"]["ComingCharge"] | null;
            /** Format: date-time */
            at: string;
            /** @description Minor units. */
            amount: number;
        };
        NotFoundError: {
            /** @enum {string} */
            error: "RefundUnknownPayment" | "ResourceNotFound";
            detail: string;
        };
        NotificationSettingsAnswer: {
            new_order: boolean;
            new_subscription: boolean;
        };
        OAuth2Client: {
            /** @enum {string} */
            token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none";
            grant_types: ("authorization_code" | "refresh_token")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            client_id: string;
            client_secret: string;
            /** @description Seconds since 1970. */
            client_id_issued_at: number;
            /** @description 0: never. */
            client_secret_expires_at: number;
            redirect_uris: string[];
            response_types: string[];
            scope: string;
            client_name: string;
            client_uri: string | null;
            logo_uri: string | null;
            tos_uri: string | null;
            policy_uri: string | null;
        };
        OAuth2ClientConfiguration: {
            /**
             * @default client_secret_post
             * @enum {string|null}
             */
            token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none" | null;
            grant_types?: ("authorization_code" | "refresh_token")[] | null;
            /**
             * @description Scopes with spaces between them; unknown ones are left out, as RFC 7591 §2 allows.
             * @default openid profile email user:read external_organizations:read repositories:read repositories:write issues:read issues:write notification_recipients:read notification_recipients:write organizations:read organizations:write custom_fields:read custom_fields:write discounts:read discounts:write checkout_links:read checkout_links:write checkouts:read checkouts:write products:read products:write benefits:read benefits:write events:read events:write meters:read meters:write files:read files:write subscriptions:read subscriptions:write customers:read customers:write customer_meters:read customer_sessions:write orders:read refunds:read refunds:write payments:read metrics:read webhooks:read webhooks:write license_keys:read license_keys:write customer_portal:read customer_portal:write ledger:read
             */
            scope: string | null;
            redirect_uris: string[];
            response_types?: string[] | null;
            client_name: string;
            /** Format: uri */
            client_uri?: string | null;
            /** Format: uri */
            logo_uri?: string | null;
            /** Format: uri */
            tos_uri?: string | null;
            /** Format: uri */
            policy_uri?: string | null;
        };
        OAuth2ClientConfigurationUpdate: {
            /**
             * @default client_secret_post
             * @enum {string|null}
             */
            token_endpoint_auth_method: "client_secret_basic" | "client_secret_post" | "none" | null;
            grant_types?: ("authorization_code" | "refresh_token")[] | null;
            /**
             * @description Scopes with spaces between them; unknown ones are left out, as RFC 7591 §2 allows.
             * @default openid profile email user:read external_organizations:read repositories:read repositories:write issues:read issues:write notification_recipients:read notification_recipients:write organizations:read organizations:write custom_fields:read custom_fields:write discounts:read discounts:write checkout_links:read checkout_links:write checkouts:read checkouts:write products:read products:write benefits:read benefits:write events:read events:write meters:read meters:write files:read files:write subscriptions:read subscriptions:write customers:read customers:write customer_meters:read customer_sessions:write orders:read refunds:read refunds:write payments:read metrics:read webhooks:read webhooks:write license_keys:read license_keys:write customer_portal:read customer_portal:write ledger:read
             */
            scope: string | null;
            redirect_uris: string[];
            response_types?: string[] | null;
            client_name: string;
            /** Format: uri */
            client_uri?: string | null;
            /** Format: uri */
            logo_uri?: string | null;
            /** Format: uri */
            tos_uri?: string | null;
            /** Format: uri */
            policy_uri?: string | null;
            client_id: string;
        };
        OAuth2ClientList: {
            items: components["schemas"]["OAuth2Client"][];
            pagination: components["schemas"]["Pagination"];
        };
        OAuth2ClientPublic: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            client_id: string;
            client_name: string | null;
            client_uri: string | null;
            logo_uri: string | null;
            tos_uri: string | null;
            policy_uri: string | null;
        };
        OAuthAnswer: {
            allow: boolean;
            /**
             * Format: uuid
             * @description The organization that the app may act for, if it asks for one.
             */
            organization_id?: string | null;
        };
        OAuthContinuation: {
            /** @description Where the browser goes next, which ends at the app. */
            url: string;
        };
        OAuthGrant: {
            /** @enum {string} */
            subject: "organization" | "user";
            organization: components["schemas"]["AuthorizeOrganization"] | null;
            id: string;
            /** Format: date-time */
            created_at: string;
            client: components["schemas"]["OAuth2ClientPublic"];
            /** @description Whether the caller allowed it, rather than another member of the organization. */
            is_own: boolean;
            scopes: string[];
        };
        OAuthGrantList: {
            items: components["schemas"]["OAuthGrant"][];
            pagination: components["schemas"]["Pagination"];
        };
        OperatorArguments: {
            name?: string | null;
            all?: boolean | null;
            from?: string | null;
            process?: string | null;
            key?: string | null;
            event?: string | null;
            job?: string | null;
            reason?: string | null;
        };
        OperatorBuild: {
            /** Format: double */
            share: number;
            seconds_left: number | null;
            events_per_second: number;
        };
        OperatorDeliveries: {
            /** @description At most 50, those with the most messages first. */
            items: components["schemas"]["OperatorEndpoint"][];
        };
        OperatorDueItem: {
            organization_id: string | null;
            kind: string;
            entity: string;
            /**
             * Format: date-time
             * @description Business time.
             */
            due_at: string;
            overdue: boolean;
        };
        OperatorDueItems: {
            kinds: components["schemas"]["OperatorDueKind"][];
            /** @description The next 50, overdue ones first. */
            items: components["schemas"]["OperatorDueItem"][];
        };
        OperatorDueKind: {
            kind: string;
            overdue: number;
        };
        OperatorEndpoint: {
            failing_since: string | null;
            /** Format: date-time */
            oldest_at: string | null;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description Of the last failed attempt; null if the endpoint did not answer. */
            last_http_code: number | null;
            id: string;
            organization_id: string;
            organization: string | null;
            host: string;
            messages: number;
            /** @description Messages whose last attempt failed. */
            failing: number;
        };
        OperatorEngine: {
            /** @enum {string} */
            store: "documents" | "log" | "queue" | "vault";
            /** @description Such as `SQLite` or `MongoDB`. */
            product: string;
            operations: components["schemas"]["OperatorOperation"][];
        };
        OperatorFailingWork: {
            /** @description `{kind}/{id}`. */
            job: string;
            kind: string;
            attempts: number;
            error: string;
            /** Format: date-time */
            next_attempt_at: string;
        };
        OperatorGrantReview: {
            /** @description null if it is deleted. */
            organization: string | null;
            /** @enum {string} */
            kind: "align" | "revoke" | "update";
            id: string;
            organization_id: string;
            /** @description Purchases or grants that have been looked at. */
            done: number;
            total: number;
            /** Format: date-time */
            started_at: string;
            /**
             * Format: date-time
             * @description When it last came further.
             */
            modified_at: string;
        };
        OperatorGrantReviews: {
            /** @description The 100 that began first. */
            items: components["schemas"]["OperatorGrantReview"][];
            total: number;
        };
        OperatorGroup: {
            /** @enum {string} */
            kind: "processes" | "projections";
            /**
             * Format: double
             * @description Age of the oldest event that not all of the group have handled; 0 if there is none.
             */
            lag_seconds: number;
            /** @description In seconds, at each of the state's samples. */
            lags: number[];
            /** @description Events per second that this process has handled since the sample before. */
            rates: number[];
            group: string;
            /** @description Whether the process that answers leads it. */
            leading: boolean;
            /** @description Failed attempts of this process since the sample before. */
            errors: number[];
        };
        OperatorOperation: {
            /** Format: double */
            p50_ms: number;
            /** Format: double */
            p95_ms: number;
            /** Format: double */
            max_ms: number;
            operation: string;
            /** @description Since the start of the process. */
            calls: number;
            /** @description Calls to which the store was unavailable. */
            errors: number;
        };
        OperatorProblem: {
            part: string;
            reason: string;
        };
        OperatorProcess: {
            /**
             * @description `elsewhere`: another process runs it, and knows its state.
             * @enum {string}
             */
            state: "behind" | "current" | "elsewhere" | "stopped" | "waiting";
            /** Format: double */
            lag_seconds: number | null;
            name: string;
            group: string;
            reason: string | null;
        };
        OperatorProjection: {
            /** @enum {string} */
            state: "behind" | "current" | "failed";
            /** Format: double */
            lag_seconds: number;
            name: string;
            group: string;
            error: string | null;
        };
        OperatorRunAnswer: {
            /** @enum {string} */
            state: "done" | "failed" | "running";
            error: components["schemas"]["OperatorRunError"] | null;
            /** Format: date-time */
            ended_at: string | null;
            id: string;
            action: string;
            args: components["schemas"]["OperatorArguments"];
            /** @description The administrator's id. */
            actor: string;
            /** @description What it has reported. */
            lines: string[];
            /** Format: date-time */
            started_at: string;
        };
        OperatorRunError: {
            code: string;
            message: string;
        };
        OperatorRunList: {
            /** @description The last 20, newest first. */
            items: components["schemas"]["OperatorRunAnswer"][];
        };
        OperatorRunRequest: {
            /** @description An operator command, such as `steps retry`. */
            action: string;
            args?: components["schemas"]["OperatorArguments"] | null;
        };
        OperatorSeal: {
            hour: string;
            /** @description Events that it covers. */
            count: number;
            seal: string;
            /** Format: date-time */
            at: string;
        };
        OperatorSeals: {
            /** @description The last ten, newest first. */
            items: components["schemas"]["OperatorSeal"][];
            /** @description Events after the last seal. */
            unsealed: number;
        };
        OperatorState: {
            build: components["schemas"]["OperatorBuild"] | null;
            /**
             * Format: date-time
             * @description Machine time.
             */
            at: string;
            /** @description Names the process, of which several may answer in turn. */
            process: string;
            ready: boolean;
            problems: components["schemas"]["OperatorProblem"][];
            /** @description When the groups were sampled: the last ten minutes, every five seconds, oldest first. */
            sampled_at: string[];
            groups: components["schemas"]["OperatorGroup"][];
            projections: components["schemas"]["OperatorProjection"][];
            processes: components["schemas"]["OperatorProcess"][];
            undone: components["schemas"]["OperatorUndone"][];
            engines: components["schemas"]["OperatorEngine"][];
        };
        OperatorStep: {
            /** Format: date-time */
            next_attempt_at: string | null;
            /** @description null if the log does not have the event. */
            event_type: string | null;
            organization_id: string | null;
            /** Format: date-time */
            recorded_at: string | null;
            process: string;
            key: string;
            /** @description Tried no more, until an operator retries or skips it. */
            parked: boolean;
            attempts: number;
            /** @description Events of the key that wait. */
            events: number;
            error: string;
            event_id: string;
            stream: string;
            revision: number;
        };
        OperatorSteps: {
            /** @description At most 100, parked ones first. */
            items: components["schemas"]["OperatorStep"][];
            total: number;
            parked: number;
        };
        OperatorUndone: {
            /** Format: double */
            seconds: number;
            /** @description Why its last attempt failed, as a code, such as `ECONNREFUSED`; null if none did, or nobody knows. */
            reason: string | null;
            kind: string;
        };
        OperatorWork: {
            /** @description At most 100. */
            items: components["schemas"]["OperatorFailingWork"][];
            total: number;
        };
        Order: {
            /**
             * @description `void` in the versions that have the word, since 0.45; before, a void order is `pending`, and `voided_at` says since when it is void.
             * @enum {string}
             */
            status: "paid" | "partially_refunded" | "pending" | "refunded" | "void";
            /** @description Not in the contract. null if the seller collected no tax. */
            tax: components["schemas"]["OrderTax"] | null;
            platform_fee_currency: string | null;
            /** @description Invoices are the only documents of orders. */
            receipt_number: string | null;
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            discount: components["schemas"]["DiscountFixedOnceForeverBase"] | components["schemas"]["DiscountFixedRepeatBase"] | components["schemas"]["DiscountPercentageOnceForeverBase"] | components["schemas"]["DiscountPercentageRepeatBase"] | null;
            customer: components["schemas"]["Customer"];
            product: components["schemas"]["OrderProduct"];
            subscription: components["schemas"]["SubscriptionBase"] | null;
            /** Format: uuid */
            id: string;
            /** @description Derived from the id, for people: eight characters, such as `K7Q2-M9PX`. */
            number: string;
            /** @description Such as `INV-2026-00001`; until the order is paid null, in the versions from 0.35 to 0.45 an empty text. */
            invoice_number: string | null;
            is_invoice_generated: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            paid: boolean;
            /** Format: date-time */
            paid_at: string | null;
            subtotal_amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description Legacy name of the net amount. */
            amount: number;
            tax_amount: number;
            total_amount: number;
            /** @description Not in the contract. What the customer's account adds to the total: below 0 for a credit, above 0 for a debt. */
            applied_balance_amount: number;
            /** @description What was paid from the customer's account, an earlier name of newer clients. */
            from_balance_amount: number;
            /** @description Nobody takes a fee. */
            platform_fee_amount: number;
            /** @description What was sold: the product's name. */
            description: string;
            /** @description Not in the contract. What is to be paid. */
            due_amount: number;
            refunded_amount: number;
            refunded_tax_amount: number;
            /** @description Of the net amount, what has not been refunded; 0 unless a payment has paid the order. */
            refundable_amount: number;
            /** @description The tax that goes with it. */
            refundable_tax_amount: number;
            currency: string;
            /** @enum {string} */
            billing_reason: "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
            billing_address: components["schemas"]["Address"] | null;
            billing_name: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            checkout_id: string | null;
            /**
             * Format: uuid
             * @description Legacy name of the customer's id.
             */
            user_id: string;
            items: components["schemas"]["OrderItem"][];
        };
        OrderCurrencyTotal: {
            currency: string;
            /** @description Of all orders, paid or not. */
            count: number;
            /** @description Of paid orders, before tax and refunds; in minor units, like all amounts here. */
            net_amount: number;
            /** @description Of paid orders: what was refunded, before tax. */
            refunded_amount: number;
            /** @description Of paid orders: what discounts took off the subtotal. */
            discount_amount: number;
            /** @description Of orders that wait for their payment, with tax. */
            unpaid_amount: number;
        };
        OrderExplanation: {
            order_id: string;
            currency: string;
            amounts: components["schemas"]["ExplainedAmount"][];
            /** @description The events that made them, in order. */
            events: components["schemas"]["ExplainingEvent"][];
        };
        OrderInvoice: {
            url: string;
        };
        OrderItem: {
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            id: string;
            label: string;
            /** @description Cents. */
            amount: number;
            tax_amount: number;
            proration: boolean;
            /** Format: uuid */
            product_price_id: string | null;
            /** @description The period that it pays for; null for one-time products. */
            start_timestamp: string | null;
            end_timestamp: string | null;
        };
        OrderList: {
            items: components["schemas"]["Order"][];
            pagination: components["schemas"]["Pagination"];
        };
        OrderPayment: {
            /** @enum {string} */
            status: "declined" | "mismatched" | "pending" | "requested" | "reversed" | "reversing" | "succeeded";
            /** @description null where it is not known. */
            card: components["schemas"]["CardMetadata"] | null;
            id: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the processor reported the outcome; null until then.
             */
            settled_at: string | null;
            amount: number;
            currency: string;
            /** @description The processor's code, such as `insufficient_funds`; null unless it was declined. */
            decline_code: string | null;
            /** @description For the customer. */
            decline_message: string | null;
        };
        OrderPaymentList: {
            /** @description Newest first. */
            items: components["schemas"]["OrderPayment"][];
        };
        OrderPreview: {
            /** @enum {string} */
            billing_reason: "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
            /** Format: date-time */
            at: string;
            currency: string;
            period: components["schemas"]["OrderPreviewPeriod"];
            items: components["schemas"]["OrderPreviewItem"][];
            subtotal_amount: number;
            discount_amount: number;
            net_amount: number;
            tax_amount: number;
            total_amount: number;
            /** @description What the customer's account adds: below 0 for a credit. */
            applied_balance_amount: number;
            /** @description What would be charged. */
            due_amount: number;
        };
        OrderPreviewItem: {
            label: string;
            /** Format: uuid */
            product_price_id: string | null;
            amount: number;
            discount_amount: number;
            tax_amount: number;
            proration: boolean;
        };
        OrderPreviewPeriod: {
            start: string;
            end: string;
        };
        OrderPreviews: {
            /** @description null if nothing would be billed now. */
            now: components["schemas"]["OrderPreview"] | null;
            /** @description null if there will be no other order. */
            next: components["schemas"]["OrderPreview"] | null;
            /**
             * @description How the change would take effect, as asked or as the settings say; null without a change.
             * @enum {string|null}
             */
            proration_behavior: "invoice" | "next_period" | "prorate" | null;
        };
        OrderProduct: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Meters are billed with the product's own interval. */
            meter_interval: string | null;
            meter_interval_count: number | null;
            /** @enum {string|null} */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string}
             */
            visibility: "draft" | "private" | "public";
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            description: string | null;
            /** @description 1; null like the interval. */
            recurring_interval_count: number | null;
            trial_interval_count: number | null;
            is_recurring: boolean;
            is_archived: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        OrderTax: {
            rates: components["schemas"]["OrderTaxRate"][];
            /** @description The buyer owes it to the state themselves: nothing was added. */
            reverse_charge: boolean;
        };
        OrderTaxRate: {
            name: string;
            /** @description Such as `8.875`. */
            percent: string;
            country: string;
            /** @description null for the whole country. */
            state: string | null;
            /** @description Cents. */
            amount: number;
        };
        OrderTotals: {
            count: number;
            totals: components["schemas"]["OrderCurrencyTotal"][];
        };
        OrderUsageCredit: {
            /** @description In minor units. */
            amount: number;
            currency: string;
            /** @description The 100 newest, newest first. */
            entries: components["schemas"]["OrderUsageCreditEntry"][];
        };
        OrderUsageCreditEntry: {
            /** @enum {string} */
            type: "UsageCreditCanceled" | "UsageCredited";
            /** @description The entry of the customer's account. */
            event_id: string;
            /** Format: date-time */
            at: string;
            /** @description In minor units; below 0 for what is no longer credited. */
            amount: number;
            /** @description How many usage events that the order has billed were voided by then. */
            voids: number;
            /** @description The event that it was booked for: `UsageVoided`, `OrderCreated` of what was voided before, or `OrderVoided`. */
            cause_event_id: string;
        };
        Organization: {
            /**
             * @description Organizations are not reviewed before they may sell.
             * @enum {string}
             */
            status: "active";
            /** @enum {string} */
            proration_behavior: "invoice" | "prorate";
            /**
             * @description Tax is added to prices.
             * @enum {string}
             */
            default_tax_behavior: "exclusive";
            /** @description Sellers are paid by their processor, and have no account here. */
            account_id: string | null;
            /** Format: uuid */
            payout_account_id: string | null;
            /**
             * @description Nobody has to sign in through a provider of the organization's own.
             * @enum {boolean}
             */
            sso_enforced: false;
            /**
             * Format: date-time
             * @description Organizations are not reviewed.
             */
            onboarding_resubmission_requested_at: string | null;
            /** @description Each checkout names the site that may embed it. */
            embed_hosts: string[];
            billing_settings: components["schemas"]["BillingSettingsAnswer"];
            invoice_settings: components["schemas"]["InvoiceSettingsAnswer"];
            mail_settings: components["schemas"]["MailSettingsAnswer"];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            slug: string;
            avatar_url: string | null;
            email: string | null;
            website: string | null;
            socials: components["schemas"]["SocialLinkAnswer"][];
            /** Format: date-time */
            details_submitted_at: string | null;
            /** @description Sellers are sent no mails about sales. */
            notification_settings: components["schemas"]["NotificationSettingsAnswer"];
            customer_email_settings: components["schemas"]["CustomerEmailSettingsAnswer"];
            customer_portal_settings: components["schemas"]["CustomerPortalSettingsAnswer"];
            /** @description As in `subscription_settings`, where newer clients look for it, too. */
            allow_customer_updates: boolean;
            /** @description The name of `currency` in newer clients. */
            default_presentment_currency: string;
            capabilities: components["schemas"]["CapabilitiesAnswer"];
            dispute_settings: components["schemas"]["DisputeSettingsAnswer"];
            feature_settings: components["schemas"]["FeatureSettingsAnswer"];
            subscription_settings: components["schemas"]["SubscriptionSettingsAnswer"];
            /** @description The IANA name of the zone of the days in the dashboard and mails. */
            time_zone: string;
            /** @description What metrics and the dashboard are in unless another is asked for: `usd` until it is changed. */
            currency: string;
        };
        OrganizationAccessToken: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            comment: string;
            scopes: string[];
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            last_used_at: string | null;
            /** @description Not in the contract: the user who created it, who may have left since. */
            created_by: string;
        };
        OrganizationAccessTokenCreate: {
            /** @description An ISO 8601 duration such as `P30D`, or seconds; without one the token never expires. */
            expires_in?: null | number | string;
            scopes: ("admin" | "benefits:read" | "benefits:write" | "checkout_links:read" | "checkout_links:write" | "checkouts:read" | "checkouts:write" | "custom_fields:read" | "custom_fields:write" | "customer_meters:read" | "customer_portal:read" | "customer_portal:write" | "customer_sessions:write" | "customers:read" | "customers:write" | "discounts:read" | "discounts:write" | "email" | "events:read" | "events:write" | "external_organizations:read" | "files:read" | "files:write" | "issues:read" | "issues:write" | "ledger:read" | "license_keys:read" | "license_keys:write" | "meters:read" | "meters:write" | "metrics:read" | "notification_recipients:read" | "notification_recipients:write" | "openid" | "orders:read" | "organizations:read" | "organizations:write" | "payments:read" | "products:read" | "products:write" | "profile" | "refunds:read" | "refunds:write" | "repositories:read" | "repositories:write" | "subscriptions:read" | "subscriptions:write" | "user:read" | "web_default" | "webhooks:read" | "webhooks:write")[];
            /** Format: uuid */
            organization_id?: string | null;
            comment: string;
        };
        OrganizationAccessTokenCreated: {
            organization_access_token: components["schemas"]["OrganizationAccessToken"];
            token: string;
        };
        OrganizationAccessTokenList: {
            items: components["schemas"]["OrganizationAccessToken"][];
            pagination: components["schemas"]["Pagination"];
        };
        OrganizationAccessTokenUpdate: {
            scopes?: ("admin" | "benefits:read" | "benefits:write" | "checkout_links:read" | "checkout_links:write" | "checkouts:read" | "checkouts:write" | "custom_fields:read" | "custom_fields:write" | "customer_meters:read" | "customer_portal:read" | "customer_portal:write" | "customer_sessions:write" | "customers:read" | "customers:write" | "discounts:read" | "discounts:write" | "email" | "events:read" | "events:write" | "external_organizations:read" | "files:read" | "files:write" | "issues:read" | "issues:write" | "ledger:read" | "license_keys:read" | "license_keys:write" | "meters:read" | "meters:write" | "metrics:read" | "notification_recipients:read" | "notification_recipients:write" | "openid" | "orders:read" | "organizations:read" | "organizations:write" | "payments:read" | "products:read" | "products:write" | "profile" | "refunds:read" | "refunds:write" | "repositories:read" | "repositories:write" | "subscriptions:read" | "subscriptions:write" | "user:read" | "web_default" | "webhooks:read" | "webhooks:write")[] | null;
            comment?: string | null;
        };
        OrganizationAvatarFileRead: {
            /**
             * Format: date-time
             * @description Files are not searched for malware.
             */
            flagged_malicious_at: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            service: "organization_avatar";
            /** Format: date-time */
            created_at: string;
            public_url: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            name: string;
            path: string;
            mime_type: string;
            /** @description In bytes. */
            size: number;
            storage_version: string | null;
            checksum_etag: string | null;
            checksum_sha256_base64: string | null;
            checksum_sha256_hex: string | null;
            /** Format: date-time */
            last_modified_at: string | null;
            version: string | null;
            is_uploaded: boolean;
            size_readable: string;
        };
        OrganizationBillingSettings: {
            /**
             * @description When a change to a more expensive product takes effect; null: as `proration_behavior`.
             * @enum {string|null}
             */
            upgrade_behavior?: "invoice" | "next_period" | "prorate" | null;
            /**
             * @description The same for a cheaper product.
             * @enum {string|null}
             */
            downgrade_behavior?: "invoice" | "next_period" | "prorate" | null;
            /**
             * @description What becomes of a subscription when the last attempt to charge it has failed.
             * @enum {string}
             */
            unpaid_action: "cancel" | "unpaid";
            /** @description How many days benefits stay after a payment has failed. */
            benefit_grace_days: number;
        };
        OrganizationChanges: {
            metadata?: {
                [key: string]: unknown;
            } | null;
            name?: string;
            slug?: string;
            logo?: string | null;
        };
        OrganizationCreate: {
            name: string;
            /** @description Part of the addresses of its pages; in lower case. */
            slug: string;
            /** Format: uri */
            avatar_url?: string | null;
            /**
             * Format: email
             * @description Where customers reach the organization.
             */
            email?: string | null;
            /** Format: uri */
            website?: string | null;
            socials?: components["schemas"]["OrganizationSocialLink"][] | null;
            /** @description About the business; never sent back. */
            details?: components["schemas"]["OrganizationDetails"] | null;
            /** @description Merged with those that are set. */
            feature_settings?: components["schemas"]["OrganizationFeatureSettings"] | null;
            /** @description Replaces those that are set. */
            subscription_settings?: components["schemas"]["OrganizationSubscriptionSettings"] | null;
            /**
             * @description The zone of the days in the dashboard and mails.
             * @example UTC
             * @example Europe/Berlin
             */
            time_zone?: string | null;
            /** @description Replaces those that are set. */
            billing_settings?: components["schemas"]["OrganizationBillingSettings"] | null;
            /** @description Replaces those that are set. Invoices that are issued already stay as they are. */
            invoice_settings?: components["schemas"]["OrganizationInvoiceSettings"] | null;
            /** @description Replaces those that are set. */
            mail_settings?: components["schemas"]["OrganizationMailSettings"] | null;
            /**
             * Format: currency
             * @description What metrics and the dashboard are in unless another is asked for. It converts nothing.
             * @example usd
             */
            currency?: string | null;
            /**
             * Format: currency
             * @description The name of `currency` in newer clients.
             * @example usd
             */
            default_presentment_currency?: string | null;
        };
        OrganizationDetails: {
            /** @enum {string|null} */
            switching_from?: "gumroad" | "lemon_squeezy" | "other" | "paddle" | "stripe" | null;
            about: string;
            product_description: string;
            intended_use: string;
            customer_acquisition: string[];
            future_annual_revenue: number;
            switching?: boolean | null;
            previous_annual_revenue?: number | null;
        };
        OrganizationFeatureSettings: {
            issue_funding_enabled?: boolean;
            usage_based_billing_enabled?: boolean;
        };
        OrganizationInvoiceSettings: {
            /** @description Instead of the organization's name. */
            legal_name?: string | null;
            /** @description In lines, as it is to be printed. */
            address?: string | null;
            tax_id?: string | null;
            /**
             * Format: email
             * @description Instead of the organization's own.
             */
            email?: string | null;
            /** @description At the foot of each page, such as the company's register. */
            footer?: string | null;
        };
        OrganizationList: {
            items: components["schemas"]["Organization"][];
            pagination: components["schemas"]["Pagination"];
        };
        OrganizationMailSettings: {
            /** @description The kinds of mails to customers that are not sent. */
            off: ("license-key" | "payment-failed" | "receipt" | "refund" | "renewal-upcoming" | "subscription-canceled" | "subscription-changed" | "subscription-ended" | "subscription-resumed" | "trial-ending")[];
        };
        OrganizationRequest: {
            organizationId: string;
        };
        OrganizationSocialLink: {
            /** @enum {string} */
            platform: "facebook" | "github" | "instagram" | "linkedin" | "other" | "tiktok" | "x" | "youtube";
            /** Format: uri */
            url: string;
        };
        OrganizationSubscriptionSettings: {
            /** @enum {string} */
            proration_behavior: "invoice" | "prorate";
            /** @description Newer clients send it with the others; only false. */
            prevent_trial_abuse?: boolean;
            allow_multiple_subscriptions: boolean;
            allow_customer_updates: boolean;
        };
        OrganizationUpdate: {
            name?: string | null;
            /** Format: uri */
            avatar_url?: string | null;
            /**
             * Format: email
             * @description Where customers reach the organization.
             */
            email?: string | null;
            /** Format: uri */
            website?: string | null;
            socials?: components["schemas"]["OrganizationSocialLink"][] | null;
            /** @description About the business; never sent back. */
            details?: components["schemas"]["OrganizationDetails"] | null;
            /** @description Merged with those that are set. */
            feature_settings?: components["schemas"]["OrganizationFeatureSettings"] | null;
            /** @description Replaces those that are set. */
            subscription_settings?: components["schemas"]["OrganizationSubscriptionSettings"] | null;
            /**
             * @description The zone of the days in the dashboard and mails.
             * @example UTC
             * @example Europe/Berlin
             */
            time_zone?: string | null;
            /** @description Replaces those that are set. */
            billing_settings?: components["schemas"]["OrganizationBillingSettings"] | null;
            /** @description Replaces those that are set. Invoices that are issued already stay as they are. */
            invoice_settings?: components["schemas"]["OrganizationInvoiceSettings"] | null;
            /** @description Replaces those that are set. */
            mail_settings?: components["schemas"]["OrganizationMailSettings"] | null;
            /**
             * Format: currency
             * @description What metrics and the dashboard are in unless another is asked for. It converts nothing.
             * @example usd
             */
            currency?: string | null;
            /**
             * Format: currency
             * @description The name of `currency` in newer clients.
             * @example usd
             */
            default_presentment_currency?: string | null;
        };
        OutboxMailDto: {
            kind: string;
            to: string;
            /** @description Whose it is, and where answers go, if that is not the installation. */
            from?: string;
            replyTo?: string;
            subject: string;
            url?: string;
            token?: string;
            /** @description Of an invitation, with the role that it offers. */
            id?: string;
            role?: string;
            /** @description Of a change of address. */
            newEmail?: string;
            organizationId?: string;
            text: string;
            html: string;
            /**
             * Format: date-time
             * @description Machine time.
             */
            at: string;
        };
        OutboxPageDto: {
            /** @description Newest first. */
            items: components["schemas"]["OutboxMailDto"][];
            pagination: components["schemas"]["Pagination"];
        };
        Pagination: {
            total_count: number;
            max_page: number;
        };
        Payment: {
            /** @enum {string} */
            processor: "stripe";
            /** @enum {string} */
            status: "failed" | "pending" | "succeeded";
            /**
             * @description `purchase` in a checkout; null for any other, which does not name its cause.
             * @enum {string|null}
             */
            trigger: "purchase" | null;
            /** @description Missing while the card is not known, and once its customer is erased. */
            method_metadata?: components["schemas"]["CardMetadata"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            id: string;
            amount: number;
            currency: string;
            /** @description `card`. */
            method: string;
            /** @description The processor's code, such as `insufficient_funds`; null unless it failed. */
            decline_reason: string | null;
            decline_message: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            checkout_id: string | null;
            /**
             * Format: uuid
             * @description Of a payment in a checkout: once the order exists.
             */
            order_id: string | null;
            /**
             * Format: uuid
             * @description Not in the contract, like all that follows.
             */
            customer_id: string;
            customer_name: string | null;
            customer_email: string | null;
        };
        PaymentCurrencyTotal: {
            currency: string;
            count: number;
            amount: number;
        };
        PaymentInDoubt: {
            order_id: string | null;
            checkout_id: string | null;
            received_amount: number | null;
            received_currency: string | null;
            id: string;
            /** @description The requested amount, in minor units. */
            amount: number;
            currency: string;
        };
        PaymentList: {
            items: components["schemas"]["Payment"][];
            pagination: components["schemas"]["Pagination"];
        };
        PaymentMethodCreate: {
            /** @description From the customer's browser. */
            confirmation_token_id: string;
            /** @description Whether subscriptions are charged with it from now on. */
            set_default: boolean;
            /** @description Where the customer's bank would send them back to. */
            return_url?: string | null;
        };
        PaymentSettlement: {
            /** @enum {string} */
            outcome: "declined" | "succeeded";
        };
        PaymentTotals: {
            count: number;
            totals: components["schemas"]["PaymentCurrencyTotal"][];
        };
        PendingSubscriptionChange: {
            /** Format: uuid */
            product_id: string;
            /** Format: date-time */
            takes_effect_at: string;
        };
        PendingSubscriptionUpdate: {
            /**
             * Format: date-time
             * @description Another change replaces it, with an id of its own.
             */
            modified_at: string | null;
            seats: number | null;
            units: number | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            applies_at: string;
            /** Format: uuid */
            product_id: string;
        };
        Person: {
            /** @description The first of their teams that they joined; missing if teams are disabled (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            userId: string;
            role: string;
            /** Format: date-time */
            createdAt: string;
            user: components["schemas"]["MemberUser"];
            /** @description The earliest first. */
            teams: components["schemas"]["TeamOfMember"][];
        };
        PersonList: {
            items: components["schemas"]["Person"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalAuthenticatedUser: {
            /** @enum {string} */
            type: "customer";
            /** Format: uuid */
            member_id: string | null;
            role: string | null;
            name: string | null;
            email: string;
            /** Format: uuid */
            customer_id: string;
        };
        PortalBenefit: {
            /** @enum {string} */
            type: "custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            description: string;
            selectable: boolean;
            deletable: boolean;
            /** @description Those that were granted before are still shown. */
            is_deleted: boolean;
            /** Format: uuid */
            organization_id: string;
            metadata: {
                [key: string]: boolean | number | string;
            };
            properties: {
                [key: string]: unknown;
            };
            organization: components["schemas"]["PublicOrganization"];
        };
        PortalCard: {
            /** @description In lower case. */
            brand: string;
            last4: string;
            exp_month: number;
            exp_year: number;
            wallet: string | null;
        };
        PortalCheckout: {
            /** @description Where they pay. */
            url: string;
        };
        PortalCheckoutCreate: {
            /** Format: uuid */
            product_id: string;
        };
        PortalCodeAuthenticate: {
            /** Format: email */
            email: string;
            /**
             * Format: uuid
             * @description Whose portal.
             */
            organization_id: string;
            /** @description As mailed: six letters and digits, in upper or lower case. */
            code: string;
        };
        PortalCodeAuthenticated: {
            /** @description A customer session, valid for an hour. */
            token: string;
        };
        PortalCodeRequest: {
            /** Format: email */
            email: string;
            /**
             * Format: uuid
             * @description Whose portal.
             */
            organization_id: string;
        };
        PortalCreditNote: {
            /**
             * Format: uuid
             * @description Of the refund.
             */
            id: string;
            /** @description Such as `CN-2026-00007`. */
            number: string;
            /** Format: date-time */
            created_at: string;
            /** @description With tax, in minor units. */
            amount: number;
            currency: string;
            /** @description Opens it for ten minutes, without credentials. */
            url: string;
        };
        PortalCreditNoteList: {
            /** @description The oldest first. */
            items: components["schemas"]["PortalCreditNote"][];
        };
        PortalCustomer: {
            /** @description Orders have one each; customers have none. */
            billing_name: string | null;
            tax_id: string[] | null;
            /** @description Linked accounts, by platform and id there: `discord:80351110224678912`. */
            oauth_accounts: {
                [key: string]: components["schemas"]["PortalOAuthAccount"];
            };
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            email: string;
            email_verified: boolean;
            /** @description Not in the contract: whether the session shows what one checkout created, and nothing else of the customer. */
            limited_to_checkout: boolean;
            /** @description null in a session that is limited to one checkout, like all that follows. */
            name: string | null;
            billing_address: components["schemas"]["Address"] | null;
            /**
             * Format: date-time
             * @description Not in the contract: since when they ask the seller to erase them.
             */
            erasure_requested_at: string | null;
        };
        PortalCustomerMeter: {
            /** Format: double */
            consumed_units: number;
            /**
             * Format: double
             * @description Credited − consumed: below 0 if more was consumed.
             */
            balance: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            meter_id: string;
            /** @description Below 0 by what a bill had counted and a change has taken back. */
            credited_units: number;
            meter: components["schemas"]["PortalMeter"];
        };
        PortalCustomerMeterList: {
            items: components["schemas"]["PortalCustomerMeter"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalCustomerUpdate: {
            /**
             * Format: email
             * @description Only the present one: the address decides who gets into the portal, so another one is proven by a code.
             */
            email?: string | null;
            name?: string | null;
            billing_address?: components["schemas"]["AddressInput"] | null;
            /** @description As it is written in the country of the billing address; null removes it. */
            tax_id?: string | null;
            /**
             * Format: uuid
             * @description What subscriptions are charged with from now on, as at `payment-methods/{id}/default`.
             */
            default_payment_method_id?: string | null;
        };
        PortalDownload: {
            /**
             * Format: uuid
             * @description The same whenever it is listed.
             */
            id: string;
            /** Format: uuid */
            benefit_id: string;
            file: components["schemas"]["PortalDownloadFile"];
        };
        PortalDownloadFile: {
            /**
             * Format: date-time
             * @description Files are not searched for malware.
             */
            flagged_malicious_at: string | null;
            /** @enum {string} */
            service: "downloadable";
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            name: string;
            path: string;
            mime_type: string;
            /** @description In bytes. */
            size: number;
            storage_version: string | null;
            checksum_etag: string | null;
            checksum_sha256_base64: string | null;
            checksum_sha256_hex: string | null;
            /** Format: date-time */
            last_modified_at: string | null;
            version: string | null;
            is_uploaded: boolean;
            size_readable: string;
            download: components["schemas"]["DownloadUrl"];
        };
        PortalDownloadList: {
            items: components["schemas"]["PortalDownload"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalEmailChange: {
            /** Format: email */
            email: string;
        };
        PortalEmailConfirm: {
            /** Format: email */
            email: string;
            /** @description As mailed to the new address. */
            code: string;
        };
        PortalExport: {
            customer: components["schemas"]["PortalCustomer"];
            subscriptions: components["schemas"]["PortalSubscription"][];
            orders: components["schemas"]["PortalOrder"][];
            benefit_grants: components["schemas"]["PortalGrant"][];
            license_keys: components["schemas"]["PortalLicenseKeyWithActivations"][];
            payment_methods: components["schemas"]["PortalPaymentMethod"][];
            meters: components["schemas"]["PortalCustomerMeter"][];
        };
        PortalGrant: {
            properties: {
                [key: string]: unknown;
            };
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            granted_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            benefit_id: string;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            order_id: string | null;
            is_granted: boolean;
            is_revoked: boolean;
            customer: components["schemas"]["PortalCustomer"];
            benefit: components["schemas"]["PortalBenefit"];
            /** @description Not in the contract: why it is not granted; null also while that is under way. */
            error: components["schemas"]["BenefitGrantError"] | null;
        };
        PortalGrantList: {
            items: components["schemas"]["PortalGrant"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalGrantPropertiesUpdate: {
            /** @description Of a linked account, which is to have the access. */
            account_id: string;
        };
        PortalGrantUpdate: {
            /** @enum {string} */
            benefit_type: "custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit";
            properties?: components["schemas"]["PortalGrantPropertiesUpdate"] | null;
        };
        PortalInvoice: {
            url: string;
        };
        PortalLicenseKey: {
            /**
             * Format: uuid
             * @description Keys are the customer's own: there are no members.
             */
            member_id: string | null;
            member: Record<string, never> | null;
            /** @enum {string} */
            status: "disabled" | "granted" | "revoked";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
            /** Format: uuid */
            benefit_id: string;
            key: string;
            /** @description Its end, behind asterisks. */
            display_key: string;
            limit_activations: number | null;
            usage: number;
            limit_usage: number | null;
            validations: number;
            /** Format: date-time */
            last_validated_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        PortalLicenseKeyList: {
            items: components["schemas"]["PortalLicenseKey"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalLicenseKeyWithActivations: {
            /**
             * Format: uuid
             * @description Keys are the customer's own: there are no members.
             */
            member_id: string | null;
            member: Record<string, never> | null;
            /** @enum {string} */
            status: "disabled" | "granted" | "revoked";
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
            /** Format: uuid */
            benefit_id: string;
            key: string;
            /** @description Its end, behind asterisks. */
            display_key: string;
            limit_activations: number | null;
            usage: number;
            limit_usage: number | null;
            validations: number;
            /** Format: date-time */
            last_validated_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
            activations: components["schemas"]["LicenseKeyActivationBase"][];
        };
        PortalMeter: {
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
        };
        PortalOAuthAccount: {
            account_id: string;
            account_username: string | null;
        };
        PortalOrder: {
            /**
             * @description `void` in the versions that have the word, since 0.45; before, a void order is `pending`, and `voided_at` says since when it is void.
             * @enum {string}
             */
            status: "paid" | "partially_refunded" | "pending" | "refunded" | "void";
            /** @description Not in the contract. null if the seller collected no tax. */
            tax: components["schemas"]["OrderTax"] | null;
            platform_fee_currency: string | null;
            /** @description Invoices are the only documents of orders. */
            receipt_number: string | null;
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            /** @description Not in the contract: what the customer's account was credited because usage that the order has billed was voided. */
            usage_credit_amount: number;
            product: components["schemas"]["PortalProduct"];
            subscription: components["schemas"]["SubscriptionFields"] | null;
            /** Format: uuid */
            id: string;
            /** @description Derived from the id, for people: eight characters, such as `K7Q2-M9PX`. */
            number: string;
            /** @description Such as `INV-2026-00001`; until the order is paid null, in the versions from 0.35 to 0.45 an empty text. */
            invoice_number: string | null;
            is_invoice_generated: boolean;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: date-time */
            voided_at: string | null;
            paid: boolean;
            /** Format: date-time */
            paid_at: string | null;
            subtotal_amount: number;
            discount_amount: number;
            net_amount: number;
            /** @description Legacy name of the net amount. */
            amount: number;
            tax_amount: number;
            total_amount: number;
            /** @description Not in the contract. What the customer's account adds to the total: below 0 for a credit, above 0 for a debt. */
            applied_balance_amount: number;
            /** @description What was paid from the customer's account, an earlier name of newer clients. */
            from_balance_amount: number;
            /** @description Nobody takes a fee. */
            platform_fee_amount: number;
            /** @description What was sold: the product's name. */
            description: string;
            /** @description Not in the contract. What is to be paid. */
            due_amount: number;
            refunded_amount: number;
            refunded_tax_amount: number;
            /** @description Of the net amount, what has not been refunded; 0 unless a payment has paid the order. */
            refundable_amount: number;
            /** @description The tax that goes with it. */
            refundable_tax_amount: number;
            currency: string;
            /** @enum {string} */
            billing_reason: "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
            billing_address: components["schemas"]["Address"] | null;
            billing_name: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            checkout_id: string | null;
            /**
             * Format: uuid
             * @description Legacy name of the customer's id.
             */
            user_id: string;
            items: components["schemas"]["OrderItem"][];
        };
        PortalOrderList: {
            items: components["schemas"]["PortalOrder"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalOrganization: {
            /** @description Not in the contract: what a browser needs to save a payment method, as at a checkout. */
            payment_processor_metadata: {
                [key: string]: string;
            };
            /** @description Not in the contract: where customers can link accounts, since a benefit is given there. */
            linkable_platforms: ("discord" | "github")[];
            organization: components["schemas"]["PublicOrganization"];
            /** @description On sale; the oldest first, 100 at most. */
            products: components["schemas"]["CheckoutProduct"][];
            /** @description Not in the contract: the organization's colour; null: ours. */
            accent: components["schemas"]["Accent"] | null;
        };
        PortalPaymentMethod: {
            /**
             * @description The only name in the contract.
             * @enum {string}
             */
            processor: "stripe";
            /**
             * Format: date-time
             * @description A method never changes.
             */
            modified_at: string | null;
            /** Format: uuid */
            id: string;
            /** @description `card`, another word of the processor's, or `unknown` if it does not know the method any more. */
            type: string;
            /** Format: uuid */
            customer_id: string;
            /** Format: date-time */
            created_at: string;
            /** @description What new subscriptions are charged with. */
            default: boolean;
            /** @description Only of cards. */
            card?: components["schemas"]["PortalCard"];
        };
        PortalPaymentMethodList: {
            items: components["schemas"]["PortalPaymentMethod"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalPreviewRequest: {
            /** Format: uuid */
            product_id: string;
        };
        PortalPreviews: {
            /** @description null if nothing would be billed now. */
            now: components["schemas"]["OrderPreview"] | null;
            /** @description null if there will be no other order. */
            next: components["schemas"]["OrderPreview"] | null;
            /**
             * @description How the change would take effect, as asked or as the settings say; null without a change.
             * @enum {string|null}
             */
            proration_behavior: "invoice" | "next_period" | "prorate" | null;
        };
        PortalProduct: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Meters are billed with the product's own interval. */
            meter_interval: string | null;
            meter_interval_count: number | null;
            /** @enum {string|null} */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string}
             */
            visibility: "draft" | "private" | "public";
            /** @description The prices on sale. */
            prices: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            organization: components["schemas"]["PublicOrganization"];
            benefits: components["schemas"]["BenefitPublic"][];
            medias: components["schemas"]["ProductMediaFileRead"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            description: string | null;
            /** @description 1; null like the interval. */
            recurring_interval_count: number | null;
            trial_interval_count: number | null;
            is_recurring: boolean;
            is_archived: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        PortalSession: {
            return_url: string | null;
            /** Format: date-time */
            expires_at: string;
        };
        PortalSubscription: {
            /** @enum {string|null} */
            customer_cancellation_reason: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused" | null;
            /** @description Not in the contract: what it changes to when the next period begins. */
            pending_change: components["schemas"]["PendingSubscriptionChange"] | null;
            pending_update: components["schemas"]["PendingSubscriptionUpdate"] | null;
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            /**
             * Format: date-time
             * @description Meters have the subscription's periods.
             */
            current_meter_period_start: string | null;
            /** Format: date-time */
            current_meter_period_end: string | null;
            /**
             * @description Subscriptions cannot be paused.
             * @enum {boolean}
             */
            pause_at_period_end: false;
            /** Format: date-time */
            paused_at: string | null;
            /** Format: date-time */
            resumes_at: string | null;
            /** @description Not in the contract: the first charge without the discount that its amount has; null without one, or if it lasts. */
            after_discount: components["schemas"]["AfterDiscount"] | null;
            /** @description Not in the contract: null unless it is past due or unpaid. */
            dunning: components["schemas"]["SubscriptionDunning"] | null;
            /** @description As they were at purchase. */
            prices: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            /**
             * @description Nothing else bills it.
             * @enum {boolean}
             */
            is_polar_managed: true;
            product: components["schemas"]["PortalProduct"];
            meters: components["schemas"]["PortalSubscriptionMeter"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @description 1. */
            recurring_interval_count: number;
            /** @enum {string} */
            status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid";
            /** Format: date-time */
            current_period_start: string;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            checkout_id: string | null;
            customer_cancellation_comment: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when it expires without its first payment, while it is incomplete.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when its trial ends, while it has one.
             */
            trial_ends_at: string | null;
            /**
             * Format: date-time
             * @description Of the trial that it began with, also when that is over.
             */
            trial_start: string | null;
            /** Format: date-time */
            trial_end: string | null;
        };
        PortalSubscriptionList: {
            items: components["schemas"]["PortalSubscription"][];
            pagination: components["schemas"]["Pagination"];
        };
        PortalSubscriptionMeter: {
            /** Format: double */
            consumed_units: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Below 0 by what a bill had counted and a change has taken back. */
            credited_units: number;
            /** @description What the period comes to if it ends now, in minor units. */
            amount: number;
            /** Format: uuid */
            meter_id: string;
            meter: components["schemas"]["PortalMeter"];
        };
        PortalSubscriptionSettingsAnswer: {
            /** @description There are no seats. */
            update_seats: boolean;
            update_plan: boolean;
        };
        PortalSubscriptionUpdate: {
            /** @enum {string|null} */
            cancellation_reason?: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused" | null;
            /**
             * Format: uuid
             * @description Changes the product, when and as the organization's settings say.
             */
            product_id?: string | null;
            cancel_at_period_end?: boolean | null;
            cancellation_comment?: string | null;
        };
        PortalUsageSettingsAnswer: {
            show: boolean;
        };
        PretendMembers: {
            /** @description At most 100; null if the benefit gives no access to one. */
            usernames: string[] | null;
        };
        Product: {
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /** @description Meters are billed with the product's own interval. */
            meter_interval: string | null;
            meter_interval_count: number | null;
            /** @enum {string|null} */
            trial_interval: "day" | "month" | "week" | "year" | null;
            /**
             * @description Who can buy it: `public` customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string}
             */
            visibility: "draft" | "private" | "public";
            /** @description The prices on sale. */
            prices: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            /**
             * @description Products are archived instead.
             * @enum {boolean}
             */
            is_deletable: false;
            metadata: {
                [key: string]: boolean | number | string;
            };
            benefits: (components["schemas"]["BenefitCustom"] | components["schemas"]["BenefitDiscord"] | components["schemas"]["BenefitDownloadables"] | components["schemas"]["BenefitGitHubRepository"] | components["schemas"]["BenefitLicenseKeys"] | components["schemas"]["BenefitMeterCredit"])[];
            attached_custom_fields: components["schemas"]["AttachedCustomField"][];
            medias: components["schemas"]["ProductMediaFileRead"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            description: string | null;
            /** @description 1; null like the interval. */
            recurring_interval_count: number | null;
            trial_interval_count: number | null;
            is_recurring: boolean;
            is_archived: boolean;
            /** Format: uuid */
            organization_id: string;
        };
        ProductBenefitsUpdate: {
            /** @description The whole new list, in order. */
            benefits: string[];
        };
        ProductCreate: {
            /**
             * @description null for one-time products. The key is required, and the interval can't be changed later.
             * @enum {string|null}
             */
            recurring_interval: "month" | "year" | null;
            /**
             * @description Of new subscriptions, with `trial_interval_count`: nothing is charged before it ends.
             * @enum {string|null}
             */
            trial_interval?: "day" | "month" | "week" | "year" | null;
            trial_interval_count?: number | null;
            /**
             * @description Who can buy it: `public` (the default) customers of the portal, too; `private` only where the seller offers it; `draft` nobody yet.
             * @enum {string|null}
             */
            visibility?: "draft" | "private" | "public" | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            name: string;
            description?: string | null;
            prices: components["schemas"]["ProductPriceCreate"][];
            /** @description Uploaded files of the service `product_media`, in order. */
            medias?: string[] | null;
            /** @description What buyers fill in, in this order. */
            attached_custom_fields?: components["schemas"]["AttachedCustomFieldCreate"][] | null;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
        };
        ProductList: {
            items: components["schemas"]["Product"][];
            pagination: components["schemas"]["Pagination"];
        };
        ProductMediaFileRead: {
            /**
             * Format: date-time
             * @description Files are not searched for malware.
             */
            flagged_malicious_at: string | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            service: "product_media";
            /** Format: date-time */
            created_at: string;
            public_url: string;
            /** Format: uuid */
            id: string;
            /** Format: uuid */
            organization_id: string;
            name: string;
            path: string;
            mime_type: string;
            /** @description In bytes. */
            size: number;
            storage_version: string | null;
            checksum_etag: string | null;
            checksum_sha256_base64: string | null;
            checksum_sha256_hex: string | null;
            /** Format: date-time */
            last_modified_at: string | null;
            version: string | null;
            is_uploaded: boolean;
            size_readable: string;
        };
        ProductPriceCreate: {
            /** @description What a unit costs, in minor units: `0.5` is half a cent of usd. Required for a metered price. */
            unit_amount?: number | string;
            /** @enum {string} */
            amount_type: "custom" | "fixed" | "free" | "metered_unit";
            /** @description Required for a fixed price: what its currency can charge, such as 50 to 99,999,999 cents of usd; 0 is a free price. */
            price_amount?: number;
            /**
             * Format: currency
             * @description The same in all prices of a product; `usd` by default.
             * @example usd
             */
            price_currency?: string | null;
            /** @description The least that a buyer may choose to pay, of a custom price: at least what can be charged, such as 50 cents of usd. */
            minimum_amount?: number | null;
            maximum_amount?: number | null;
            /** @description What the form begins with; if it is not given, twenty times the least charge (1000 cents of usd), within the limits. */
            preset_amount?: number | null;
            /**
             * Format: uuid
             * @description Required for a metered price.
             */
            meter_id?: string;
            /** @description The most that a period costs, of a metered price. */
            cap_amount?: number | null;
        };
        ProductPriceCustom: {
            /**
             * @description Where it is defined: checkouts have no prices of their own.
             * @enum {string}
             */
            source: "catalog";
            /** @description Tax is added to prices; none says otherwise. */
            tax_behavior: string | null;
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_type: "custom";
            price_currency: string;
            minimum_amount: number | null;
            maximum_amount: number | null;
            preset_amount: number | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            id: string;
            is_archived: boolean;
            product_id: string;
            /** @enum {string} */
            type: "one_time" | "recurring";
        };
        ProductPriceFixed: {
            /**
             * @description Where it is defined: checkouts have no prices of their own.
             * @enum {string}
             */
            source: "catalog";
            /** @description Tax is added to prices; none says otherwise. */
            tax_behavior: string | null;
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_type: "fixed";
            price_currency: string;
            /** @description In cents. */
            price_amount: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            id: string;
            is_archived: boolean;
            product_id: string;
            /** @enum {string} */
            type: "one_time" | "recurring";
        };
        ProductPriceFree: {
            /**
             * @description Where it is defined: checkouts have no prices of their own.
             * @enum {string}
             */
            source: "catalog";
            /** @description Tax is added to prices; none says otherwise. */
            tax_behavior: string | null;
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_type: "free";
            /** @description Of what is metered beside it, else the organization's own. */
            price_currency: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            id: string;
            is_archived: boolean;
            product_id: string;
            /** @enum {string} */
            type: "one_time" | "recurring";
        };
        ProductPriceMeter: {
            /**
             * @description What meters measure are plain numbers.
             * @enum {string}
             */
            unit: "scalar";
            custom_label: string | null;
            custom_multiplier: number | null;
            id: string;
            name: string;
        };
        ProductPriceMeteredUnit: {
            /**
             * @description Where it is defined: checkouts have no prices of their own.
             * @enum {string}
             */
            source: "catalog";
            /** @description Tax is added to prices; none says otherwise. */
            tax_behavior: string | null;
            /** @enum {string|null} */
            recurring_interval: "month" | "year" | null;
            /**
             * @description discriminator enum property added by openapi-typescript
             * @enum {string}
             */
            amount_type: "metered_unit";
            price_currency: string;
            /** @description In cents, as a decimal. */
            unit_amount: string;
            /** @description The most that a period costs, in cents. */
            cap_amount: number | null;
            meter_id: string;
            meter: components["schemas"]["ProductPriceMeter"];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            id: string;
            is_archived: boolean;
            product_id: string;
            /** @enum {string} */
            type: "one_time" | "recurring";
        };
        ProductPriceUpdate: {
            /** @description What a unit costs, in minor units: `0.5` is half a cent of usd. Required for a metered price. */
            unit_amount?: number | string;
            /** Format: uuid */
            id?: string | null;
            /**
             * @description Required for a new price.
             * @enum {string}
             */
            amount_type?: "custom" | "fixed" | "free" | "metered_unit";
            /** @description Required for a fixed price: what its currency can charge, such as 50 to 99,999,999 cents of usd; 0 is a free price. */
            price_amount?: number;
            /**
             * Format: currency
             * @description The same in all prices of a product; `usd` by default.
             * @example usd
             */
            price_currency?: string | null;
            /** @description The least that a buyer may choose to pay, of a custom price: at least what can be charged, such as 50 cents of usd. */
            minimum_amount?: number | null;
            maximum_amount?: number | null;
            /** @description What the form begins with; if it is not given, twenty times the least charge (1000 cents of usd), within the limits. */
            preset_amount?: number | null;
            /**
             * Format: uuid
             * @description Required for a metered price.
             */
            meter_id?: string;
            /** @description The most that a period costs, of a metered price. */
            cap_amount?: number | null;
        };
        ProductUpdate: {
            /**
             * @description Of new subscriptions, with `trial_interval_count`: nothing is charged before it ends; null removes it.
             * @enum {string|null}
             */
            trial_interval?: "day" | "month" | "week" | "year" | null;
            trial_interval_count?: number | null;
            /**
             * @description Who can buy it, as when creating.
             * @enum {string|null}
             */
            visibility?: "draft" | "private" | "public" | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            name?: string | null;
            description?: string | null;
            /**
             * @description Can't be changed: a different interval is refused.
             * @enum {string|null}
             */
            recurring_interval?: "month" | "year" | null;
            is_archived?: boolean | null;
            /** @description The whole new list: prices that it does not name are archived. */
            prices?: components["schemas"]["ProductPriceUpdate"][] | null;
            /** @description The whole new list: uploaded files of the service `product_media`, in order. */
            medias?: string[] | null;
            /** @description What buyers fill in, in this order. */
            attached_custom_fields?: components["schemas"]["AttachedCustomFieldCreate"][] | null;
        };
        PropertyAggregation: {
            /** @enum {string} */
            func: "avg" | "max" | "min" | "sum";
            /** @description A key of the event's metadata, whose values are numbers. */
            property: string;
        };
        ProviderTokenRequest: {
            providerId: string;
            /** @description The account's id here, as in list-accounts. */
            accountId?: string;
            /** @description Ignored: over HTTP it is always the user's own. */
            userId?: string;
        };
        ProviderUser: {
            name?: string;
            email?: string;
            image: string | null;
            id: string;
            emailVerified: boolean;
        };
        PublicOrganization: {
            /**
             * @description Organizations are not reviewed before they may sell.
             * @enum {string}
             */
            status: "active";
            /** @enum {string} */
            proration_behavior: "invoice" | "prorate";
            /**
             * @description Tax is added to prices.
             * @enum {string}
             */
            default_tax_behavior: "exclusive";
            /** @description Sellers are paid by their processor, and have no account here. */
            account_id: string | null;
            /** Format: uuid */
            payout_account_id: string | null;
            /**
             * @description Nobody has to sign in through a provider of the organization's own.
             * @enum {boolean}
             */
            sso_enforced: false;
            /**
             * Format: date-time
             * @description Organizations are not reviewed.
             */
            onboarding_resubmission_requested_at: string | null;
            /** @description Each checkout names the site that may embed it. */
            embed_hosts: string[];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            name: string;
            slug: string;
            avatar_url: string | null;
            email: string | null;
            website: string | null;
            socials: components["schemas"]["SocialLinkAnswer"][];
            /** Format: date-time */
            details_submitted_at: string | null;
            /** @description Sellers are sent no mails about sales. */
            notification_settings: components["schemas"]["NotificationSettingsAnswer"];
            customer_email_settings: components["schemas"]["CustomerEmailSettingsAnswer"];
            customer_portal_settings: components["schemas"]["CustomerPortalSettingsAnswer"];
            /** @description As in `subscription_settings`, where newer clients look for it, too. */
            allow_customer_updates: boolean;
            /** @description The name of `currency` in newer clients. */
            default_presentment_currency: string;
            capabilities: components["schemas"]["CapabilitiesAnswer"];
            dispute_settings: components["schemas"]["DisputeSettingsAnswer"];
            feature_settings: components["schemas"]["FeatureSettingsAnswer"];
            subscription_settings: components["schemas"]["SubscriptionSettingsAnswer"];
            /** @description The IANA name of the zone of the days in the dashboard and mails. */
            time_zone: string;
            /** @description What metrics and the dashboard are in unless another is asked for: `usd` until it is changed. */
            currency: string;
        };
        ReceivedInvitation: {
            /** @enum {string} */
            status: "accepted" | "canceled" | "pending" | "rejected";
            /** @description Missing if teams are disabled (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            email: string;
            role: string;
            inviterId: string;
            /** Format: date-time */
            expiresAt: string;
            organizationName: string;
            organizationSlug: string;
            inviterEmail: string;
        };
        RefreshTokenAnswer: {
            accessToken?: string;
            /** Format: date-time */
            accessTokenExpiresAt?: string;
            scopes: string[];
            idToken?: string;
            refreshToken?: string;
            /** Format: date-time */
            refreshTokenExpiresAt?: string;
        };
        Refund: {
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** @enum {string} */
            status: "canceled" | "failed" | "pending" | "succeeded";
            /** @enum {string} */
            reason: "customer_request" | "duplicate" | "fraudulent" | "other" | "satisfaction_guarantee" | "service_disruption";
            /** @description Refunds are never part of a dispute. */
            dispute: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            id: string;
            /** @description Without tax. */
            amount: number;
            tax_amount: number;
            currency: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            order_id: string;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            customer_id: string;
            revoke_benefits: boolean;
            /**
             * Format: uuid
             * @description Not in the contract, like all that follows.
             */
            payment_id: string;
            /** @description Refunded to the card. */
            payment_amount: number;
            /** @description Refunded as credit to the customer's account. */
            balance_amount: number;
            comment: string | null;
            failure_code: string | null;
            failure_message: string | null;
            /** @description It had succeeded before the processor reported that it failed. */
            reversed: boolean;
            /** @description Such as `CN-2026-00001`; null until the refund has succeeded. */
            credit_note_number: string | null;
        };
        RefundCreate: {
            /** @enum {string} */
            reason: "customer_request" | "duplicate" | "fraudulent" | "other" | "satisfaction_guarantee" | "service_disruption";
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /**
             * Format: uuid
             * @description A paid order.
             */
            order_id: string;
            /** @description Minor units, without tax: the share of the tax is added. */
            amount: number;
            /** @description Not shown to the customer. */
            comment?: string | null;
            /** @description Revokes what the order granted once the refund has succeeded; only for one-time products. */
            revoke_benefits?: boolean | null;
        };
        RefundCreditNote: {
            url: string;
        };
        RefundList: {
            items: components["schemas"]["Refund"][];
            pagination: components["schemas"]["Pagination"];
        };
        RefundSettlement: {
            /** @enum {string} */
            outcome: "canceled" | "failed" | "succeeded";
        };
        RejectedInvitation: {
            member: null;
            invitation: components["schemas"]["Invitation"];
        };
        RemoteInstallationShown: {
            /** @enum {string} */
            platform: "discord" | "github";
            id: string;
            /** Format: date-time */
            created_at: string;
            /** @description Of the server at Discord, of the installation at GitHub. */
            place_id: string;
            /** @description Of the server, or of the account at which the app is installed. */
            name: string;
        };
        RemotePlaceChoices: {
            /** @description With which a benefit names the server; null at GitHub. */
            guild_token: string | null;
            roles: components["schemas"]["DiscordRoleChoice"][];
            repositories: components["schemas"]["RepositoryChoice"][];
        };
        RemotePlatformOffered: {
            /** @enum {string} */
            platform: "discord" | "github";
            /** @description Of the sandbox: nobody has access to anything. */
            is_pretend: boolean;
        };
        RemoveMemberRequest: {
            /** @description An address if it contains an `@`. */
            memberIdOrEmail: string;
            organizationId?: string;
        };
        RemoveTeamRequest: {
            organizationId?: string;
            teamId: string;
        };
        RemovedMember: {
            member: components["schemas"]["MemberWithUser"];
        };
        ReportReceived: {
            received: boolean;
        };
        RepositoryChoice: {
            owner: string;
            name: string;
            is_private: boolean;
        };
        RequestResetAnswer: {
            status: boolean;
            message: string;
        };
        RequestResetRequest: {
            /** Format: email */
            email: string;
            /** @description The page that the link redirects to, with the token. */
            redirectTo?: string;
        };
        RequestValidationError: {
            /** @constant */
            error: "RequestValidationError";
            detail: components["schemas"]["FieldError"][];
        };
        ResentMail: {
            /** @description Of the new mail. */
            id: string;
        };
        ResetPasswordRequest: {
            newPassword: string;
            token?: string;
        };
        RevokeSessionRequest: {
            /** @description The token itself, or the handle that listings show. */
            token: string;
        };
        RevokeUserSessionRequest: {
            /** @description The handle that listings show, or a token. */
            sessionToken: string;
        };
        RunningGrantReview: {
            /** @enum {string} */
            kind: "align" | "revoke" | "update";
            id: string;
            product_id: string | null;
            benefit_id: string | null;
            /** @description Purchases of the product, or grants of the benefit. */
            done: number;
            /** @description When it started. */
            total: number;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            modified_at: string;
        };
        RunningGrantReviews: {
            items: components["schemas"]["RunningGrantReview"][];
        };
        S3FileCreateMultipart: {
            parts: components["schemas"]["S3FileCreatePart"][];
        };
        S3FileCreatePart: {
            /** @description From 1. */
            number: number;
            /** @description The first byte of the part. */
            chunk_start: number;
            /** @description The byte after its last one. */
            chunk_end: number;
            checksum_sha256_base64?: string | null;
        };
        S3FileUploadCompletedPart: {
            number: number;
            /** @description The `ETag` that the upload of the part was answered with. */
            checksum_etag: string;
            checksum_sha256_base64?: string | null;
        };
        S3FileUploadMultipart: {
            /** Format: uuid */
            id: string;
            path: string;
            parts: components["schemas"]["S3FileUploadPart"][];
        };
        S3FileUploadPart: {
            headers: {
                [key: string]: string;
            };
            number: number;
            chunk_start: number;
            chunk_end: number;
            checksum_sha256_base64: string | null;
            /** @description Takes a `PUT` of the part's bytes, with `headers`, until `expires_at`. */
            url: string;
            /** Format: date-time */
            expires_at: string;
        };
        SearchHit: {
            /** @enum {string} */
            kind: "checkout" | "customer" | "document" | "event" | "order" | "product" | "subscription";
            /** @description Of a document: its order's. */
            id: string;
            title: string;
            /** @description What distinguishes it from others with the same title, such as amount and customer; null if nothing does. */
            note: string | null;
            /**
             * Format: date-time
             * @description When it was created, or an event happened.
             */
            at: string;
        };
        SearchResult: {
            /** @description At most five of each kind: exact matches first, then the newest. */
            items: components["schemas"]["SearchHit"][];
        };
        SendVerificationEmailRequest: {
            /** Format: email */
            email: string;
            callbackURL?: string;
        };
        Session: {
            id: string;
            /** @description The raw token in the caller's own row; else a handle that authenticates nobody. */
            token: string;
            userId: string;
            /** Format: date-time */
            expiresAt: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            ipAddress: string;
            userAgent: string;
            activeOrganizationId: string | null;
            impersonatedBy: string | null;
            /** @description Only if one is active (docs/IDENTITY.md#newer-clients). */
            activeTeamId?: string;
        };
        SessionAnswer: {
            session: components["schemas"]["Session"];
            user: components["schemas"]["User"];
        };
        SessionToken: {
            /** @description A JWT (HS256). */
            token: string;
        };
        SetActiveRequest: {
            /** @description null: clears it. */
            organizationId?: string | null;
            organizationSlug?: string;
        };
        SetActiveTeamRequest: {
            /** @description null: clears it. */
            teamId?: string | null;
        };
        SetRoleRequest: {
            userId?: string | null;
            role: string[] | string;
        };
        SetUserPasswordRequest: {
            userId?: string | null;
            newPassword: string;
        };
        SettledPayment: {
            id: string;
            status: string;
        };
        SettledRefund: {
            id: string;
            status: string;
        };
        SignInAnswer: {
            redirect: boolean;
            token: string;
            url?: string;
            user: components["schemas"]["SignedInUser"];
        };
        SignInOptions: {
            /**
             * @description How users delete their account.
             * @enum {string}
             */
            delete_user: "direct" | "mail" | "off";
            /** @description The configured providers, such as `google`. */
            providers: string[];
            /** @description The sandbox's fake providers. */
            pretend: string[];
            /** @description UTF-16 units. */
            password_min: number;
            password_max: number;
            /** @description Whether users change their address themselves. */
            change_email: boolean;
            /** @description Whether users may unlink the last account they sign in with. */
            unlink_last: boolean;
        };
        SignInRequest: {
            email: string;
            password: string;
            callbackURL?: string;
            rememberMe?: boolean;
        };
        SignInSocialRequest: {
            newUserCallbackURL?: string;
            disableRedirect?: boolean;
            loginHint?: string;
            provider: string;
            callbackURL?: string;
            errorCallbackURL?: string;
            requestSignUp?: boolean;
            scopes?: string[];
            idToken?: components["schemas"]["IdToken"];
        };
        SignUpAnswer: {
            token: string | null;
            user: components["schemas"]["SignedInUser"];
        };
        SignUpRequest: {
            email?: string | null;
            name?: string | null;
            image?: string | null;
            password: string;
            callbackURL?: string;
        };
        SignedInUser: {
            id: string;
            email: string;
            name: string;
            image: string | null;
            emailVerified: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
        };
        SocialLinkAnswer: {
            /** @enum {string} */
            platform: "facebook" | "github" | "instagram" | "linkedin" | "other" | "tiktok" | "x" | "youtube";
            url: string;
        };
        SocialSignInAnswer: {
            redirect: boolean;
            url?: string;
            token?: string;
            user?: components["schemas"]["SignedInUser"];
        };
        Status: {
            status: boolean;
        };
        Subscription: {
            /** @enum {string|null} */
            customer_cancellation_reason: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused" | null;
            /** @description Not in the contract: what it changes to when the next period begins. */
            pending_change: components["schemas"]["PendingSubscriptionChange"] | null;
            pending_update: components["schemas"]["PendingSubscriptionUpdate"] | null;
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            /**
             * Format: date-time
             * @description Meters have the subscription's periods.
             */
            current_meter_period_start: string | null;
            /** Format: date-time */
            current_meter_period_end: string | null;
            /**
             * @description Subscriptions cannot be paused.
             * @enum {boolean}
             */
            pause_at_period_end: false;
            /** Format: date-time */
            paused_at: string | null;
            /** Format: date-time */
            resumes_at: string | null;
            /** @description Not in the contract: the first charge without the discount that its amount has; null without one, or if it lasts. */
            after_discount: components["schemas"]["AfterDiscount"] | null;
            /** @description Not in the contract: null unless it is past due or unpaid. */
            dunning: components["schemas"]["SubscriptionDunning"] | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            discount: components["schemas"]["DiscountFixedOnceForeverBase"] | components["schemas"]["DiscountFixedRepeatBase"] | components["schemas"]["DiscountPercentageOnceForeverBase"] | components["schemas"]["DiscountPercentageRepeatBase"] | null;
            /** @description As they were at purchase. */
            prices: (components["schemas"]["ProductPriceCustom"] | components["schemas"]["ProductPriceFixed"] | components["schemas"]["ProductPriceFree"] | components["schemas"]["ProductPriceMeteredUnit"])[];
            customer: components["schemas"]["Customer"];
            product: components["schemas"]["Product"];
            meters: components["schemas"]["SubscriptionMeter"][];
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @description 1. */
            recurring_interval_count: number;
            /** @enum {string} */
            status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid";
            /** Format: date-time */
            current_period_start: string;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            checkout_id: string | null;
            customer_cancellation_comment: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when it expires without its first payment, while it is incomplete.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when its trial ends, while it has one.
             */
            trial_ends_at: string | null;
            /**
             * Format: date-time
             * @description Of the trial that it began with, also when that is over.
             */
            trial_start: string | null;
            /** Format: date-time */
            trial_end: string | null;
        };
        SubscriptionBase: {
            /** @enum {string|null} */
            customer_cancellation_reason: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused" | null;
            /** @description Not in the contract: what it changes to when the next period begins. */
            pending_change: components["schemas"]["PendingSubscriptionChange"] | null;
            pending_update: components["schemas"]["PendingSubscriptionUpdate"] | null;
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            /**
             * Format: date-time
             * @description Meters have the subscription's periods.
             */
            current_meter_period_start: string | null;
            /** Format: date-time */
            current_meter_period_end: string | null;
            /**
             * @description Subscriptions cannot be paused.
             * @enum {boolean}
             */
            pause_at_period_end: false;
            /** Format: date-time */
            paused_at: string | null;
            /** Format: date-time */
            resumes_at: string | null;
            /** @description Not in the contract: the first charge without the discount that its amount has; null without one, or if it lasts. */
            after_discount: components["schemas"]["AfterDiscount"] | null;
            /** @description Not in the contract: null unless it is past due or unpaid. */
            dunning: components["schemas"]["SubscriptionDunning"] | null;
            metadata: {
                [key: string]: boolean | number | string;
            };
            custom_field_data: {
                [key: string]: boolean | null | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @description 1. */
            recurring_interval_count: number;
            /** @enum {string} */
            status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid";
            /** Format: date-time */
            current_period_start: string;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            checkout_id: string | null;
            customer_cancellation_comment: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when it expires without its first payment, while it is incomplete.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when its trial ends, while it has one.
             */
            trial_ends_at: string | null;
            /**
             * Format: date-time
             * @description Of the trial that it began with, also when that is over.
             */
            trial_start: string | null;
            /** Format: date-time */
            trial_end: string | null;
        };
        SubscriptionCreate: {
            /**
             * @description Instead of the product's trial, with `trial_interval_count`; null for none.
             * @enum {string|null}
             */
            trial_interval?: "day" | "month" | "week" | "year" | null;
            trial_interval_count?: number | null;
            metadata?: {
                [key: string]: boolean | number | string;
            } | null;
            /**
             * Format: uuid
             * @description A recurring product without a custom price.
             */
            product_id: string;
            /**
             * Format: uuid
             * @description Either this or `external_customer_id`.
             */
            customer_id?: string | null;
            external_customer_id?: string | null;
            /** @description The name of `external_customer_id` in older clients. */
            customer_external_id?: string | null;
        };
        SubscriptionCurrencyTotal: {
            currency: string;
            count: number;
            /** @description Minor units of the currency, per period of each subscription. */
            amount: number;
            /** @description Yearly amounts count as a twelfth; rounded once. */
            monthly_amount: number;
            /** @description The same of those that are charged: neither in trial, past due, nor ended (docs/BILLING.md#metrics). */
            monthly_recurring_revenue: number;
        };
        SubscriptionDunning: {
            /**
             * Format: uuid
             * @description The order whose payment has failed.
             */
            order_id: string;
            /** @description Charges that were due and have failed, the first of them that of the renewal. */
            attempts: number;
            /** Format: date-time */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description Until then it keeps its benefits.
             */
            grace_ends_at: string | null;
        };
        SubscriptionFields: {
            /** @enum {string|null} */
            customer_cancellation_reason: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused" | null;
            /** @description Not in the contract: what it changes to when the next period begins. */
            pending_change: components["schemas"]["PendingSubscriptionChange"] | null;
            pending_update: components["schemas"]["PendingSubscriptionUpdate"] | null;
            /** @description Nothing is sold by seats or units. */
            seats: number | null;
            units: number | null;
            /**
             * Format: date-time
             * @description Meters have the subscription's periods.
             */
            current_meter_period_start: string | null;
            /** Format: date-time */
            current_meter_period_end: string | null;
            /**
             * @description Subscriptions cannot be paused.
             * @enum {boolean}
             */
            pause_at_period_end: false;
            /** Format: date-time */
            paused_at: string | null;
            /** Format: date-time */
            resumes_at: string | null;
            /** @description Not in the contract: the first charge without the discount that its amount has; null without one, or if it lasts. */
            after_discount: components["schemas"]["AfterDiscount"] | null;
            /** @description Not in the contract: null unless it is past due or unpaid. */
            dunning: components["schemas"]["SubscriptionDunning"] | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Cents per period. */
            amount: number;
            currency: string;
            /** @enum {string} */
            recurring_interval: "month" | "year";
            /** @description 1. */
            recurring_interval_count: number;
            /** @enum {string} */
            status: "active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid";
            /** Format: date-time */
            current_period_start: string;
            /** Format: date-time */
            current_period_end: string | null;
            cancel_at_period_end: boolean;
            /** Format: date-time */
            canceled_at: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ends_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** Format: uuid */
            customer_id: string;
            /** Format: uuid */
            product_id: string;
            /** Format: uuid */
            discount_id: string | null;
            /** Format: uuid */
            checkout_id: string | null;
            customer_cancellation_comment: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when it expires without its first payment, while it is incomplete.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description Not in the contract: when its trial ends, while it has one.
             */
            trial_ends_at: string | null;
            /**
             * Format: date-time
             * @description Of the trial that it began with, also when that is over.
             */
            trial_start: string | null;
            /** Format: date-time */
            trial_end: string | null;
        };
        SubscriptionList: {
            items: components["schemas"]["Subscription"][];
            pagination: components["schemas"]["Pagination"];
        };
        SubscriptionMeter: {
            /** Format: double */
            consumed_units: number;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description Below 0 by what a bill had counted and a change has taken back. */
            credited_units: number;
            /** @description What the period comes to if it ends now, in minor units. */
            amount: number;
            /** Format: uuid */
            meter_id: string;
            meter: components["schemas"]["Meter"];
        };
        SubscriptionPreviewRequest: {
            /** Format: uuid */
            product_id: string;
            /**
             * @description As the organization's settings say if it is missing.
             * @enum {string|null}
             */
            proration_behavior?: "invoice" | "next_period" | "prorate" | null;
        };
        SubscriptionSettingsAnswer: {
            /** @enum {string} */
            proration_behavior: "invoice" | "prorate";
            allow_multiple_subscriptions: boolean;
            allow_customer_updates: boolean;
            /** @description The name of `billing_settings.benefit_grace_days` in newer clients. */
            benefit_revocation_grace_period: number;
            /** @description Trials are not refused to people who had one before. */
            prevent_trial_abuse: boolean;
        };
        SubscriptionTotals: {
            count: number;
            totals: components["schemas"]["SubscriptionCurrencyTotal"][];
        };
        SubscriptionUpdate: {
            /** @enum {string|null} */
            customer_cancellation_reason?: "customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused" | null;
            /**
             * Format: uuid
             * @description Prices are swapped at once, or when the period ends.
             */
            product_id?: string | null;
            /** @enum {string|null} */
            proration_behavior?: "invoice" | "next_period" | "prorate" | null;
            cancel_at_period_end?: boolean | null;
            /**
             * @description Ends it at once.
             * @enum {boolean|null}
             */
            revoke?: null | true;
            customer_cancellation_comment?: string | null;
        };
        Success: {
            success: boolean;
        };
        TaxLine: {
            /** @enum {string} */
            kind: "refund" | "refund_reversal" | "sale";
            /** @enum {string} */
            billing_reason: "purchase" | "subscription_create" | "subscription_cycle" | "subscription_update";
            /** @enum {string} */
            treatment: "no_rate" | "reverse_charge" | "taxed";
            name: string | null;
            percent: string | null;
            row: string;
            base_amount: number;
            tax_amount: number;
            id: string;
            organization_id: string;
            /** Format: date-time */
            booked_at: string;
            order_id: string;
            number: string;
            refund_id: string | null;
            customer_id: string;
            customer_email: string | null;
            customer_name: string | null;
            currency: string;
            /** @description Where it was sold; null if the buyer gave no address. */
            country: string | null;
            /** @description Only of countries whose states are known. */
            state: string | null;
        };
        TaxLineList: {
            items: components["schemas"]["TaxLine"][];
            pagination: components["schemas"]["Pagination"];
        };
        TaxLineTotal: {
            currency: string;
            count: number;
            base_amount: number;
            tax_amount: number;
        };
        TaxLineTotals: {
            count: number;
            totals: components["schemas"]["TaxLineTotal"][];
        };
        TaxOrigin: {
            /** @description The country that the seller is established in. */
            country: string | null;
        };
        TaxOriginUpdate: {
            /**
             * @description ISO 3166 alpha-2; null if it is not to be known: then businesses pay tax as everybody does.
             * @enum {string|null}
             */
            country: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW" | null;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
        };
        TaxPreview: {
            /** @description The tax depends on the state. */
            needs_state: boolean;
            /** @description The buyer owes the rates themselves. */
            reverse_charge: boolean;
            rates: components["schemas"]["TaxPreviewRate"][];
            currency: string;
            net_amount: number;
            tax_amount: number;
            total_amount: number;
        };
        TaxPreviewRate: {
            name: string;
            percent: string;
            country: string;
            state: string | null;
            /** @description In minor units. */
            amount: number;
        };
        TaxRate: {
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            organization_id: string;
            country: string;
            state: string | null;
            name: string;
            percent: string;
            applies_to_businesses: boolean;
            starts_on: string;
            /** @description The first day without it. */
            ends_on: string | null;
        };
        TaxRateCreate: {
            /**
             * @description ISO 3166 alpha-2.
             * @enum {string}
             */
            country: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
            /** @description In the US and Canada, `US-CA` or `CA`; without one, the rate is the whole country's. */
            state?: string | null;
            /** @description As invoices show it, such as `VAT`. */
            name: string;
            /** @example 8.875 */
            percent: string;
            /** @description Whether businesses of another country than the seller's pay it. By default, not in the EU: they owe it themselves (reverse charge). */
            applies_to_businesses?: boolean | null;
            /** @description The first day (UTC) on which sales are taxed; today by default, never before. */
            starts_on?: ((string | unknown | unknown | null) | null) | unknown | unknown | null;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
        };
        TaxRateEnd: {
            /** @description The first day (UTC) without it; today by default, never before. */
            ends_on?: ((string | unknown | unknown | null) | null) | unknown | unknown | null;
            /**
             * Format: uuid
             * @description Required with a user's credentials, refused with an organization's token.
             */
            organization_id?: string | null;
        };
        TaxRateList: {
            items: components["schemas"]["TaxRate"][];
            pagination: components["schemas"]["Pagination"];
        };
        Team: {
            id: string;
            name: string;
            organizationId: string;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string | null;
        };
        TeamChanges: {
            organizationId?: string;
            name?: string;
        };
        TeamMember: {
            id: string;
            teamId: string;
            userId: string;
            /** Format: date-time */
            createdAt: string;
        };
        TeamMemberRequest: {
            organizationId?: string;
            teamId: string;
            userId: string;
        };
        TeamOfMember: {
            teamId: string;
            /** Format: date-time */
            since: string;
        };
        TooManyAttempts: {
            message: string;
        };
        UnauthorizedError: {
            /** @constant */
            error: "Unauthorized";
            detail: string;
        };
        UnlinkAccountRequest: {
            providerId: string;
            /** @description The account's id at the provider. */
            accountId?: string;
        };
        UnpaidOrders: {
            currency: string;
            count: number;
            /** @description In minor units, with tax. */
            total_amount: number;
            /** @description Those of them that renew subscriptions. */
            renewals: number;
        };
        UpdateApiKeyRequest: {
            permissions?: {
                [key: string]: string[];
            } | null;
            metadata?: {
                [key: string]: unknown;
            } | null;
            keyId: string;
            name?: string;
            enabled?: boolean;
            /** @description Seconds from now; null: it never expires. */
            expiresIn?: number | null;
            /** @description Uses left. */
            remaining?: number | null;
            /** @description Uses left after a refill. */
            refillAmount?: number | null;
            /** @description Days between refills. */
            refillInterval?: number | null;
            /** @description Milliseconds. */
            rateLimitTimeWindow?: number;
            /** @description Uses per window. */
            rateLimitMax?: number;
            rateLimitEnabled?: boolean;
        };
        UpdateMemberRoleRequest: {
            role: string[] | string;
            memberId: string;
            organizationId?: string;
        };
        UpdateOrganizationRequest: {
            data: components["schemas"]["OrganizationChanges"];
            organizationId?: string;
        };
        UpdateTeamRequest: {
            teamId: string;
            data: components["schemas"]["TeamChanges"];
        };
        UpdateUserRequest: {
            /** @description null removes it. */
            image?: string | null;
            /** @description Refused: see change-email. */
            email?: string | null;
            name?: string;
        };
        UsageDays: {
            /** @description In UTC, such as `2026-11-26`; the oldest first. */
            days: string[];
            /** @description Those that occurred in these days. */
            names: components["schemas"]["UsageDaysOfName"][];
        };
        UsageDaysOfName: {
            /** @enum {string} */
            source: "system" | "user";
            name: string;
            /** @description For each of the days. */
            counts: number[];
        };
        UsageEventList: {
            items: components["schemas"]["UsageEventRead"][];
            pagination: components["schemas"]["Pagination"];
        };
        UsageEventName: {
            /** @enum {string} */
            source: "system" | "user";
            name: string;
            /** @description In words, of what the product says itself; else the name. */
            label: string;
            occurrences: number;
            first_seen: string;
            last_seen: string;
        };
        UsageEventNameList: {
            items: components["schemas"]["UsageEventName"][];
            pagination: components["schemas"]["Pagination"];
        };
        UsageEventRead: {
            /** @enum {string} */
            source: "system" | "user";
            metadata: {
                [key: string]: boolean | number | string;
            };
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            timestamp: string;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string | null;
            customer: components["schemas"]["Customer"] | null;
            external_customer_id: string | null;
            name: string;
            /** @description In words, of what the product says itself; else the name. */
            label: string;
            /** @description Not in the contract: when and why it was taken out of what meters count; null if it counts. */
            voided: components["schemas"]["UsageVoided"] | null;
        };
        UsageVoid: {
            /** @description Why the event does not count. */
            reason: string;
        };
        UsageVoided: {
            /** Format: date-time */
            at: string;
            /** @description Empty once the customer was erased. */
            reason: string;
        };
        User: {
            id: string;
            email: string;
            name: string;
            image: string | null;
            emailVerified: boolean;
            /** Format: date-time */
            createdAt: string;
            /** Format: date-time */
            updatedAt: string;
            role: string;
            banned: boolean | null;
            banReason: string | null;
            /** Format: date-time */
            banExpires: string | null;
        };
        UserAnswer: {
            user: components["schemas"]["User"];
        };
        UserIdRequest: {
            userId?: string | null;
        };
        UserInvitation: {
            /** @enum {string} */
            status: "accepted" | "canceled" | "pending" | "rejected";
            /** @description Missing if teams are disabled (ORG_TEAMS). */
            teamId?: string | null;
            id: string;
            organizationId: string;
            email: string;
            role: string;
            inviterId: string;
            /** Format: date-time */
            expiresAt: string;
            organizationName: string;
        };
        UserOrganization: {
            id: string;
            name: string;
            slug: string;
            /** @description Roles there, comma-separated. */
            role: string;
            /** Format: date-time */
            joinedAt: string;
        };
        UserOrganizations: {
            organizations: components["schemas"]["UserOrganization"][];
        };
        UserPage: {
            users: components["schemas"]["User"][];
            total: number;
            limit?: number;
            offset?: number;
        };
        UserSessions: {
            sessions: components["schemas"]["Session"][];
        };
        ValidatedLicenseKey: {
            /**
             * Format: uuid
             * @description Keys are the customer's own: there are no members.
             */
            member_id: string | null;
            member: Record<string, never> | null;
            /** @enum {string} */
            status: "disabled" | "granted" | "revoked";
            subscription: components["schemas"]["LicenseKeySubscription"] | null;
            order: components["schemas"]["LicenseKeyOrder"] | null;
            activation: components["schemas"]["LicenseKeyActivationBase"] | null;
            /** Format: uuid */
            subscription_id: string | null;
            /** Format: uuid */
            order_id: string | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** Format: uuid */
            organization_id: string;
            /** Format: uuid */
            customer_id: string;
            customer: components["schemas"]["Customer"];
            /** Format: uuid */
            benefit_id: string;
            key: string;
            /** @description Its end, behind asterisks. */
            display_key: string;
            limit_activations: number | null;
            usage: number;
            limit_usage: number | null;
            validations: number;
            /** Format: date-time */
            last_validated_at: string | null;
            /** Format: date-time */
            expires_at: string | null;
        };
        VerifyEmailAnswer: {
            /** @description The user whose address was changed; null if it was verified. */
            user?: components["schemas"]["SignedInUser"] | null;
            status: boolean;
        };
        WebhookAbout: {
            /** @enum {string} */
            type: "benefit" | "checkout" | "customer" | "order" | "organization" | "product" | "subscription";
            /** Format: uuid */
            id: string;
            /** @description "Ada Lovelace, Letter club". */
            name: string;
        };
        WebhookDelivery: {
            /** @description As they were sent, with no more of the signature than its scheme; null like `duration_ms`. The body is `webhook_event.payload`. */
            request_headers: {
                [key: string]: string;
            } | null;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            /** @description null where the endpoint could not be reached. */
            http_code: number | null;
            succeeded: boolean;
            /**
             * Format: date-time
             * @description When the message was to be sent again after this attempt; null: it was delivered, or given up.
             */
            next_attempt_at: string | null;
            /** @description From sending the request to the answer, in milliseconds; null where nothing was sent. */
            duration_ms: number | null;
            /** @description The first 2 KB of the answer, or what went wrong; null once the payload is. */
            response: string | null;
            /** Format: uuid */
            webhook_endpoint_id: string;
            webhook_event: components["schemas"]["WebhookMessage"];
        };
        WebhookDeliveryList: {
            items: components["schemas"]["WebhookDelivery"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookEnable: {
            /** @description Whether what it missed is sent, by a replay; otherwise it is skipped. */
            retry_missed: boolean;
        };
        WebhookEndpoint: {
            /** @enum {string} */
            format: "discord" | "raw" | "slack";
            /** @description The last one. */
            replay: components["schemas"]["WebhookReplay"] | null;
            events: ("benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.cycled" | "benefit_grant.revoked" | "benefit_grant.updated" | "checkout.created" | "checkout.updated" | "customer.created" | "customer.deleted" | "customer.state_changed" | "customer.updated" | "order.created" | "order.paid" | "order.refunded" | "order.updated" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.active" | "subscription.canceled" | "subscription.created" | "subscription.revoked" | "subscription.uncanceled" | "subscription.updated")[];
            /**
             * @description Of its messages: a version at which answers changed.
             * @enum {string}
             */
            api_version: "0.32" | "0.35" | "0.42" | "0.43" | "0.45" | "0.49" | "2026-04" | "2026-10" | "2027-01";
            /**
             * @description Always signed by Standard Webhooks, and for secrets that begin with `whsec_` also with the whole secret as the key, as earlier clients expect.
             * @enum {boolean}
             */
            uses_standard_webhook_signature: true;
            /** Format: uuid */
            id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            url: string;
            /** @description null for callers who may not write webhooks. */
            secret: string | null;
            /** @description False once ten messages in a row were given up: nothing is sent until it is enabled. */
            enabled: boolean;
            /** Format: date-time */
            disabled_at: string | null;
            /** @description Messages that have neither been delivered nor given up: those that are to be sent again, and those behind them. */
            waiting: number;
            /** @description Until when messages are signed with the former secret, too; null if it was not rotated. */
            former_secret_until: string | null;
            /** Format: uuid */
            organization_id: string;
        };
        WebhookEndpointCreate: {
            /**
             * @description `discord` and `slack` render messages for their incoming webhooks.
             * @enum {string}
             */
            format: "discord" | "raw" | "slack";
            events: ("benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.cycled" | "benefit_grant.revoked" | "benefit_grant.updated" | "checkout.created" | "checkout.updated" | "customer.created" | "customer.deleted" | "customer.state_changed" | "customer.updated" | "order.created" | "order.paid" | "order.refunded" | "order.updated" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.active" | "subscription.canceled" | "subscription.created" | "subscription.revoked" | "subscription.uncanceled" | "subscription.updated")[];
            /**
             * @description Of its messages; left out: the version of the client that creates it.
             * @enum {string|null}
             */
            api_version?: "0.32" | "0.35" | "0.42" | "0.43" | "0.45" | "0.49" | "2026-04" | "2026-10" | "2027-01" | null;
            /** @description Must start with https, except where private addresses are allowed. */
            url: string;
            /** @description Generated where it is left out: `whsec_` and base64. */
            secret?: string | null;
            /**
             * Format: uuid
             * @description Only with a user's credentials.
             */
            organization_id?: string | null;
        };
        WebhookEndpointList: {
            items: components["schemas"]["WebhookEndpoint"][];
            pagination: components["schemas"]["Pagination"];
        };
        WebhookEndpointUpdate: {
            /** @enum {string|null} */
            format?: "discord" | "raw" | "slack" | null;
            events?: ("benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.cycled" | "benefit_grant.revoked" | "benefit_grant.updated" | "checkout.created" | "checkout.updated" | "customer.created" | "customer.deleted" | "customer.state_changed" | "customer.updated" | "order.created" | "order.paid" | "order.refunded" | "order.updated" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.active" | "subscription.canceled" | "subscription.created" | "subscription.revoked" | "subscription.uncanceled" | "subscription.updated")[] | null;
            /**
             * @description Of messages that are sent from now on, also of those that were sent before.
             * @enum {string|null}
             */
            api_version?: "0.32" | "0.35" | "0.42" | "0.43" | "0.45" | "0.49" | "2026-04" | "2026-10" | "2027-01" | null;
            url?: string | null;
            /** @description Replaces the secret at once; `PATCH /v1/webhooks/endpoints/{id}/secret` keeps the former one valid for a day. */
            secret?: string | null;
        };
        WebhookMessage: {
            /**
             * @description Of its payload.
             * @enum {string}
             */
            api_version: "0.32" | "0.35" | "0.42" | "0.43" | "0.45" | "0.49" | "2026-04" | "2026-10" | "2027-01";
            /**
             * Format: uuid
             * @description Also the header `webhook-id`.
             */
            id: string;
            /**
             * Format: uuid
             * @description The event that it announces; `webhookmessages-{event_id}` is the stream in which its messages were scheduled.
             */
            event_id: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            modified_at: string | null;
            type: string;
            /** @description A sample that was sent with `POST /v1/webhooks/endpoints/{id}/test`. */
            is_test: boolean;
            /** @description Not in the contract; null for a test, and where the payload is null. */
            about: components["schemas"]["WebhookAbout"] | null;
            /** @description Given up because its endpoint was disabled, or the replay that sent it was stopped. */
            skipped: boolean;
            /** @description Whether its payload is gone. */
            is_archived: boolean;
            last_http_code: number | null;
            /** @description null until it has been delivered or given up. */
            succeeded: boolean | null;
            /**
             * @description As it is sent; null after 90 days, or once somebody whom it mentions is erased. Also null, while `is_archived` is false, where the page has about
             *     4 MB of other payloads already.
             */
            payload: string | null;
        };
        WebhookReplay: {
            /** @enum {string} */
            status: "completed" | "running" | "stopped";
            /** Format: uuid */
            id: string;
            from: string;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            ended_at: string | null;
            /** @description Events to be read, of all types. */
            events: number;
            events_read: number;
            /** @description Messages sent or being sent. */
            messages: number;
            /** @description Time of the last event read. */
            through: string | null;
        };
        WebhookReplayStart: {
            /**
             * Format: date-time
             * @description Messages about events from then on (business time) are sent, in order, whether or not they were sent before.
             */
            from: string;
        };
        WebhookTest: {
            /**
             * @description The type of the sample.
             * @enum {string}
             */
            type: "benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.cycled" | "benefit_grant.revoked" | "benefit_grant.updated" | "checkout.created" | "checkout.updated" | "customer.created" | "customer.deleted" | "customer.state_changed" | "customer.updated" | "order.created" | "order.paid" | "order.refunded" | "order.updated" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.active" | "subscription.canceled" | "subscription.created" | "subscription.revoked" | "subscription.uncanceled" | "subscription.updated";
        };
        WebhookTestSent: {
            /** Format: uuid */
            webhook_event_id: string;
        };
    };
    responses: {
        /** @description Bad Request */
        "billing.400": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"];
            };
        };
        /** @description Unauthorized */
        "billing.401": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["InvalidTokenError"] | components["schemas"]["UnauthorizedError"];
            };
        };
        /** @description Forbidden */
        "billing.403": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"] | components["schemas"]["InsufficientScopeError"];
            };
        };
        /** @description Not Found */
        "billing.404": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["NotFoundError"];
            };
        };
        /** @description Conflict */
        "billing.409": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"];
            };
        };
        /** @description Gone */
        "billing.410": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"] | components["schemas"]["ExpiredCheckoutError"];
            };
        };
        /** @description Payload Too Large */
        "billing.413": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"];
            };
        };
        /** @description Unprocessable Entity */
        "billing.422": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["RequestValidationError"];
            };
        };
        /** @description Too Many Requests */
        "billing.429": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"];
            };
        };
        /** @description Request Header Fields Too Large */
        "billing.431": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"];
            };
        };
        /** @description Service Unavailable */
        "billing.503": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["BillingError"];
            };
        };
        /** @description Bad Request */
        "identity.400": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Unauthorized */
        "identity.401": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Forbidden */
        "identity.403": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Not Found */
        "identity.404": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Conflict */
        "identity.409": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Payload Too Large */
        "identity.413": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Expectation Failed */
        "identity.417": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Unprocessable Entity */
        "identity.422": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Too Many Requests */
        "identity.429": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
                "text/plain": string;
            };
        };
        /** @description Request Header Fields Too Large */
        "identity.431": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Internal Server Error */
        "identity.500": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
        /** @description Service Unavailable */
        "identity.503": {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["IdentityError"];
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "OAuthController_discovery[0]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    "OAuthController_discovery[1]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    LinkedAccountsController_info: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AccountInfoRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccountInfo"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_ban: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BanUserRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaybeUserAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateUserRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_hasPermission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AdminPermissionRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AdminPermissionAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UserSessionsController_impersonate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UserOrganizationsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserOrganizations"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UserSessionsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserSessions"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_list: {
        parameters: {
            query?: {
                searchValue?: string;
                searchField?: "email" | "name";
                searchOperator?: "contains" | "ends_with" | "starts_with";
                filterField?: string;
                filterValue?: string;
                filterOperator?: "contains" | "eq" | "gt" | "gte" | "lt" | "lte" | "ne";
                sortBy?: string;
                sortDirection?: "asc" | "desc";
                limit?: string;
                offset?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserPage"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UserSessionsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeUserSessionRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UserSessionsController_revokeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_setRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetRoleRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaybeUserAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetUserPasswordRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UserSessionsController_stop: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImpersonationAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            500: components["responses"]["identity.500"];
            503: components["responses"]["identity.503"];
        };
    };
    AdminController_unban: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UserIdRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MaybeUserAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    ApiKeysController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    ApiKeysController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteApiKeyRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyDeleted"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    ApiKeysController_get: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    ApiKeysController_list: {
        parameters: {
            query?: {
                /** @description Lists this organization's keys, not the user's own. */
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    ApiKeysController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateApiKeyRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SocialController_completed: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SocialController_completedByForm: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UsersController_changeEmail: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangeEmailRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    PasswordsController_change: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ChangePasswordRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangePasswordAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    DeletionController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DeleteUserRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUserAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    DeletionController_confirm: {
        parameters: {
            query: {
                token: string;
                callbackURL?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteUserAnswer"];
                };
            };
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    StatusController_error: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    "PasswordsController_request[1]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestResetRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResetAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    LinkedAccountsController_accessToken: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderTokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AccessTokenAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    GetSessionController_getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionAnswer"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            500: components["responses"]["identity.500"];
            503: components["responses"]["identity.503"];
        };
    };
    SocialController_link: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LinkSocialRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LinkSocialAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            417: components["responses"]["identity.417"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            500: components["responses"]["identity.500"];
            503: components["responses"]["identity.503"];
        };
    };
    LinkedAccountsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListedAccount"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SessionsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    StatusController_ok: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Liveness"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_accept: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedInvitation"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_addMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_checkSlug: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckSlugRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateOrganizationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedOrganization"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTeamRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthOrganization"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_getActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberWithUser"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_getActiveRole: {
        parameters: {
            query?: {
                userId?: string;
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberRoleAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_getFull: {
        parameters: {
            query?: {
                organizationId?: string;
                organizationSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullOrganization"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_get: {
        parameters: {
            query: {
                id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReceivedInvitation"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_get: {
        parameters: {
            query?: {
                organizationId?: string;
                organizationSlug?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthOrganization"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_hasPermission: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["HasPermissionRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HasPermissionAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_invite: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InviteMemberRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_leave: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberWithUser"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthOrganization"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_list: {
        parameters: {
            query?: {
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Invitation"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_list: {
        parameters: {
            query?: {
                limit?: string;
                offset?: string;
                sortBy?: "createdAt" | "id" | "role" | "userId";
                sortDirection?: "asc" | "desc";
                filterField?: "createdAt" | "id" | "role" | "userId";
                filterValue?: string;
                filterOperator?: "contains" | "eq" | "gt" | "gte" | "lt" | "lte" | "ne";
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MemberPage"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_listMembers: {
        parameters: {
            query?: {
                teamId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TeamMember"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_list: {
        parameters: {
            query?: {
                organizationId?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_listMine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UserInvitation"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_listMine: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"][];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthInvitationsController_reject: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["InvitationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RejectedInvitation"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveMemberRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedMember"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RemoveTeamRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_removeMember: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TeamMemberRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_setActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetActiveRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FullOrganization"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_setActive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetActiveTeamRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"] | null;
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthOrganizationsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateOrganizationRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ChangedOrganization"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthMembersController_updateRole: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateMemberRoleRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Member"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AuthTeamsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateTeamRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Team"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    LinkedAccountsController_refresh: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderTokenRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefreshTokenAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    "PasswordsController_request[0]": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RequestResetRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestResetAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    PasswordsController_reset: {
        parameters: {
            query?: {
                token?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ResetPasswordRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    PasswordsController_follow: {
        parameters: {
            query: {
                callbackURL: string;
            };
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SessionsController_revokeOthers: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SessionsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RevokeSessionRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SessionsController_revokeAll: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    VerificationController_send: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SendVerificationEmailRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SignInController_signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SocialController_signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInSocialRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SocialSignInAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            404: components["responses"]["identity.404"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            500: components["responses"]["identity.500"];
            503: components["responses"]["identity.503"];
        };
    };
    SignInController_signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Success"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SignInController_signUp: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignUpRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignUpAnswer"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    SessionsController_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionToken"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    LinkedAccountsController_unlink: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnlinkAccountRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    UsersController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateUserRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Status"];
                };
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            409: components["responses"]["identity.409"];
            413: components["responses"]["identity.413"];
            422: components["responses"]["identity.422"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    VerificationController_verify: {
        parameters: {
            query: {
                token: string;
                callbackURL?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VerifyEmailAnswer"];
                };
            };
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["identity.400"];
            401: components["responses"]["identity.401"];
            403: components["responses"]["identity.403"];
            413: components["responses"]["identity.413"];
            429: components["responses"]["identity.429"];
            431: components["responses"]["identity.431"];
            503: components["responses"]["identity.503"];
        };
    };
    AttentionController_get: {
        parameters: {
            query: {
                organization_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Attention"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PretendMembersController_members: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PretendMembers"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ChangesController_follow: {
        parameters: {
            query?: {
                /** @description Required for a user; a token follows its own organization. */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerStandingsController_get: {
        parameters: {
            query: {
                organization_id: string;
                /** @description Of at most 100 customers. */
                customer_id: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerStandings"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersDashboardController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
                email?: string;
                query?: string;
                created_from?: string;
                created_to?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    AccountsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerAccount"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DownloadsDashboardController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerDownloads"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersDashboardController_refuseErasure: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ErasureRefusal"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LinkedAccountsDashboardController_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerLinkedAccounts"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerMailsController_list: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerMailList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerMailsController_resend: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                mail_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ResentMail"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    UsageDashboardController_listDays: {
        parameters: {
            query?: {
                organization_id?: string[];
                name?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageDays"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FiguresController_get: {
        parameters: {
            query: {
                interval?: "day" | "month" | "week";
                end_date?: string;
                start_date?: string;
                organization_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Figures"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FileSpaceController_get: {
        parameters: {
            query?: {
                /** @description Required for users; tokens and keys belong to one. */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileSpaceDto"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_get: {
        parameters: {
            query: {
                organization_id: string;
                /** @description In the organization's time zone, like `end_date`; both inclusive. */
                start_date: string;
                end_date: string;
                /** @description `month` by default. */
                interval?: "month" | "quarter" | "year";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinanceOverview"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_listEntries: {
        parameters: {
            query?: {
                organization_id?: string[];
                kind?: ("refund" | "refund_reversal" | "sale")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                country?: string[];
                order_id?: string[];
                customer_id?: string[];
                booked_from?: string;
                booked_to?: string;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-booked_at" | "-total" | "booked_at" | "total")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinanceEntryList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_exportEntries: {
        parameters: {
            query?: {
                organization_id?: string[];
                kind?: ("refund" | "refund_reversal" | "sale")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                country?: string[];
                order_id?: string[];
                customer_id?: string[];
                booked_from?: string;
                booked_to?: string;
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_entryTotals: {
        parameters: {
            query?: {
                organization_id?: string[];
                kind?: ("refund" | "refund_reversal" | "sale")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                country?: string[];
                order_id?: string[];
                customer_id?: string[];
                booked_from?: string;
                booked_to?: string;
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FinanceEntryTotals"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_export: {
        parameters: {
            query: {
                organization_id: string;
                /** @description In the organization's time zone, like `end_date`; both inclusive. */
                start_date: string;
                end_date: string;
                /** @description `month` by default. */
                interval?: "month" | "quarter" | "year";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_listTaxLines: {
        parameters: {
            query?: {
                organization_id?: string[];
                row?: string[];
                treatment?: ("no_rate" | "reverse_charge" | "taxed")[];
                kind?: ("refund" | "refund_reversal" | "sale")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                country?: string[];
                order_id?: string[];
                customer_id?: string[];
                booked_from?: string;
                booked_to?: string;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-booked_at" | "-tax" | "booked_at" | "tax")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxLineList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_exportTaxLines: {
        parameters: {
            query?: {
                organization_id?: string[];
                row?: string[];
                treatment?: ("no_rate" | "reverse_charge" | "taxed")[];
                kind?: ("refund" | "refund_reversal" | "sale")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                country?: string[];
                order_id?: string[];
                customer_id?: string[];
                booked_from?: string;
                booked_to?: string;
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FinanceController_taxLineTotals: {
        parameters: {
            query?: {
                organization_id?: string[];
                row?: string[];
                treatment?: ("no_rate" | "reverse_charge" | "taxed")[];
                kind?: ("refund" | "refund_reversal" | "sale")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                country?: string[];
                order_id?: string[];
                customer_id?: string[];
                booked_from?: string;
                booked_to?: string;
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxLineTotals"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FirstStepsController_get: {
        parameters: {
            query?: {
                /** @description Required for users; tokens and keys belong to one. */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FirstStepsDto"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    GrantReviewsController_list: {
        parameters: {
            query: {
                organization_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunningGrantReviews"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    GrantsDashboardController_retry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    IntegrationsController_list: {
        parameters: {
            query: {
                organization_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Integrations"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    IntegrationsController_choices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemotePlaceChoices"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    IntegrationsController_disconnect: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LimitsController_get: {
        parameters: {
            query?: {
                /** @description Required for users; tokens and keys belong to one. */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LimitsDto"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MailPreviewsController_list: {
        parameters: {
            query: {
                organization_id: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MailPreviewList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MailPreviewsController_page: {
        parameters: {
            query: {
                organization_id: string;
            };
            header?: never;
            path: {
                kind: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetersDashboardController_listThisMonth: {
        parameters: {
            query?: {
                organization_id?: string[];
                meter_id?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetersThisMonth"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthGrantsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthGrantList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthGrantsController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthRequestsController_open: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthRequestsController_answer: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: unknown;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuthAnswer"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuthContinuation"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthRequestsController_asked: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                uid: unknown;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizeResponseOrganization"] | components["schemas"]["AuthorizeResponseUser"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrdersDashboardController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                product_billing_type?: ("one_time" | "recurring")[];
                discount_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                checkout_id?: string[];
                subscription_id?: string[];
                status?: ("paid" | "partially_refunded" | "pending" | "refunded" | "void")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                paid_from?: string;
                paid_to?: string;
                created_after?: string;
                created_before?: string;
                query?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrdersDashboardController_totals: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                product_billing_type?: ("one_time" | "recurring")[];
                discount_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                checkout_id?: string[];
                subscription_id?: string[];
                status?: ("paid" | "partially_refunded" | "pending" | "refunded" | "void")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                paid_from?: string;
                paid_to?: string;
                created_after?: string;
                created_before?: string;
                query?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderTotals"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderPaymentsController_list: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPaymentList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderUsageCreditsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderUsageCredit"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BrandingController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BrandingController_put: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BrandingUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Branding"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentsDashboardController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
                checkout_id?: string[];
                order_id?: string[];
                status?: ("failed" | "pending" | "succeeded")[];
                method?: string[];
                customer_email?: string[];
                customer_id?: string[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentsDashboardController_processor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["InstalledProcessor"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentsDashboardController_totals: {
        parameters: {
            query?: {
                organization_id?: string[];
                checkout_id?: string[];
                order_id?: string[];
                status?: ("failed" | "pending" | "succeeded")[];
                method?: string[];
                customer_email?: string[];
                customer_id?: string[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                query?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentTotals"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ProductsDashboardController_archivedPrices: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ArchivedPrices"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SearchController_find: {
        parameters: {
            query: {
                /** @description Required for a user; a token searches its own organization. */
                organization_id?: string;
                /** @description A name, an e-mail, the number of an order, an invoice or a credit note, or an id or its first characters. */
                query: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchResult"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsDashboardController_cancellationReasons: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                discount_id?: string[];
                active?: boolean;
                status?: ("active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid")[];
                cancel_at_period_end?: boolean;
                ending?: boolean;
                cancellation_reason?: ("customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused")[];
                recurring_interval?: ("month" | "year")[];
                currency?: string[];
                started_from?: string;
                started_to?: string;
                period_ends_from?: string;
                period_ends_to?: string;
                ended_from?: string;
                ended_to?: string;
                started_after?: string;
                started_before?: string;
                query?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CancellationReasons"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsDashboardController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                discount_id?: string[];
                active?: boolean;
                status?: ("active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid")[];
                cancel_at_period_end?: boolean;
                ending?: boolean;
                cancellation_reason?: ("customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused")[];
                recurring_interval?: ("month" | "year")[];
                currency?: string[];
                started_from?: string;
                started_to?: string;
                period_ends_from?: string;
                period_ends_to?: string;
                ended_from?: string;
                ended_to?: string;
                started_after?: string;
                started_before?: string;
                query?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsDashboardController_totals: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                discount_id?: string[];
                active?: boolean;
                status?: ("active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid")[];
                cancel_at_period_end?: boolean;
                ending?: boolean;
                cancellation_reason?: ("customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused")[];
                recurring_interval?: ("month" | "year")[];
                currency?: string[];
                started_from?: string;
                started_to?: string;
                period_ends_from?: string;
                period_ends_to?: string;
                ended_from?: string;
                ended_to?: string;
                started_after?: string;
                started_before?: string;
                query?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionTotals"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    TaxRatesController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                country?: string[];
                unended_on?: string;
                page?: number;
                limit?: number;
                sorting?: ("-name" | "-place" | "-starts_on" | "name" | "place" | "starts_on")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRateList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    TaxRatesController_add: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxRateCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    TaxRatesController_end: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxRateEnd"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxRate"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    TaxController_origin: {
        parameters: {
            query?: {
                /** @description May be omitted with an organization's token. */
                organization_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxOrigin"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    TaxController_changeOrigin: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TaxOriginUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxOrigin"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    TaxController_preview: {
        parameters: {
            query: {
                /** @description May be omitted with an organization's token. */
                organization_id?: string;
                /** @description ISO 3166 alpha-2. */
                country: "AD" | "AE" | "AF" | "AG" | "AI" | "AL" | "AM" | "AO" | "AQ" | "AR" | "AS" | "AT" | "AU" | "AW" | "AX" | "AZ" | "BA" | "BB" | "BD" | "BE" | "BF" | "BG" | "BH" | "BI" | "BJ" | "BL" | "BM" | "BN" | "BO" | "BQ" | "BR" | "BS" | "BT" | "BV" | "BW" | "BY" | "BZ" | "CA" | "CC" | "CD" | "CF" | "CG" | "CH" | "CI" | "CK" | "CL" | "CM" | "CN" | "CO" | "CR" | "CU" | "CV" | "CW" | "CX" | "CY" | "CZ" | "DE" | "DJ" | "DK" | "DM" | "DO" | "DZ" | "EC" | "EE" | "EG" | "EH" | "ER" | "ES" | "ET" | "FI" | "FJ" | "FK" | "FM" | "FO" | "FR" | "GA" | "GB" | "GD" | "GE" | "GF" | "GG" | "GH" | "GI" | "GL" | "GM" | "GN" | "GP" | "GQ" | "GR" | "GS" | "GT" | "GU" | "GW" | "GY" | "HK" | "HM" | "HN" | "HR" | "HT" | "HU" | "ID" | "IE" | "IL" | "IM" | "IN" | "IO" | "IQ" | "IR" | "IS" | "IT" | "JE" | "JM" | "JO" | "JP" | "KE" | "KG" | "KH" | "KI" | "KM" | "KN" | "KP" | "KR" | "KW" | "KY" | "KZ" | "LA" | "LB" | "LC" | "LI" | "LK" | "LR" | "LS" | "LT" | "LU" | "LV" | "LY" | "MA" | "MC" | "MD" | "ME" | "MF" | "MG" | "MH" | "MK" | "ML" | "MM" | "MN" | "MO" | "MP" | "MQ" | "MR" | "MS" | "MT" | "MU" | "MV" | "MW" | "MX" | "MY" | "MZ" | "NA" | "NC" | "NE" | "NF" | "NG" | "NI" | "NL" | "NO" | "NP" | "NR" | "NU" | "NZ" | "OM" | "PA" | "PE" | "PF" | "PG" | "PH" | "PK" | "PL" | "PM" | "PN" | "PR" | "PS" | "PT" | "PW" | "PY" | "QA" | "RE" | "RO" | "RS" | "RU" | "RW" | "SA" | "SB" | "SC" | "SD" | "SE" | "SG" | "SH" | "SI" | "SJ" | "SK" | "SL" | "SM" | "SN" | "SO" | "SR" | "SS" | "ST" | "SV" | "SX" | "SY" | "SZ" | "TC" | "TD" | "TF" | "TG" | "TH" | "TJ" | "TK" | "TL" | "TM" | "TN" | "TO" | "TR" | "TT" | "TV" | "TW" | "TZ" | "UA" | "UG" | "UM" | "US" | "UY" | "UZ" | "VA" | "VC" | "VE" | "VG" | "VI" | "VN" | "VU" | "WF" | "WS" | "YE" | "YT" | "ZA" | "ZM" | "ZW";
                state?: string;
                /** @description The buyer is a business with this number. */
                tax_id?: string;
                /** @description Net, in minor units. */
                amount: string;
                currency: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TaxPreview"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LedgerController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                business?: boolean;
                type?: string[];
                category?: string[];
                stream?: string[];
                person?: string[];
                from?: string;
                to?: string;
                page?: number;
                limit?: number;
                sorting?: ("-order" | "order")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEventList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LedgerController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerEventOpened"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_deliveries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDeliveries"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_dueItems: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorDueItems"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_grantReviews: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorGrantReviews"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_listRuns: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorRunList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_start: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OperatorRunRequest"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorRunAnswer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorRunAnswer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_seals: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSeals"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_getState: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorState"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_steps: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorSteps"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OperatorController_work: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OperatorWork"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderExplanationsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderExplanation"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderExplanationsController_usage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                line_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeteredLineUsage"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderExplanationsController_csv: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                line_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PeopleController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                role?: string;
                team_id?: string;
                page?: number;
                limit?: number;
                sorting?: ("-email" | "-joined" | "-name" | "-role" | "email" | "joined" | "name" | "role")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PersonList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SignInOptionsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SignInOptions"];
                };
            };
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LedgerController_timeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                stream: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LedgerTimeline"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    HealthController_alive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    MediaController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Partial Content */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            404: components["responses"]["billing.404"];
            /** @description Range Not Satisfiable */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            503: components["responses"]["billing.503"];
        };
    };
    HealthController_metrics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/plain": string;
                };
            };
        };
    };
    OAuthController_authorize: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Redirect */
            303: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Success */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    OAuthController_resume: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Redirect */
            303: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    HealthController_ready: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    ClockController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockState"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ClockController_advance: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClockMove"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClockState"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OutboxController_list: {
        parameters: {
            query?: {
                /** @description Only mails to this address. */
                to?: string;
                /** @description Only mails of this kind. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxMailDto"][];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OutboxController_page: {
        parameters: {
            query?: {
                page?: number;
                limit?: number;
                /** @description Part of the address or the subject, in any case. */
                query?: string;
                /** @description Only mails of this organization; mails about accounts belong to none. */
                organization_id?: string;
                /** @description Only mails to this address. */
                to?: string;
                /** @description Only mails of this kind. */
                kind?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OutboxPageDto"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentSettlementController_settle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentSettlement"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledPayment"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    RefundSettlementController_settle: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundSettlement"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SettledRefund"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BenefitGrantsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                is_granted?: boolean;
                customer_id?: string[];
                external_customer_id?: string[];
                benefit_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitGrantList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BenefitsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                type?: ("custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit")[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-description" | "created_at" | "description")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BenefitsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BenefitCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitCustom"] | components["schemas"]["BenefitDiscord"] | components["schemas"]["BenefitDownloadables"] | components["schemas"]["BenefitGitHubRepository"] | components["schemas"]["BenefitLicenseKeys"] | components["schemas"]["BenefitMeterCredit"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BenefitsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitCustom"] | components["schemas"]["BenefitDiscord"] | components["schemas"]["BenefitDownloadables"] | components["schemas"]["BenefitGitHubRepository"] | components["schemas"]["BenefitLicenseKeys"] | components["schemas"]["BenefitMeterCredit"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BenefitsController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    BenefitsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BenefitUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitCustom"] | components["schemas"]["BenefitDiscord"] | components["schemas"]["BenefitDownloadables"] | components["schemas"]["BenefitGitHubRepository"] | components["schemas"]["BenefitLicenseKeys"] | components["schemas"]["BenefitMeterCredit"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    GrantsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                is_granted?: boolean;
                customer_id?: string[];
                external_customer_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BenefitGrantList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutLinksController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-allow_discount_codes" | "-created_at" | "-label" | "-success_url" | "allow_discount_codes" | "created_at" | "label" | "success_url")[];
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLinkList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutLinksController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutLinkCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLink"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutLinksController_open: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutLinksController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLink"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutLinksController_delete: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutLinksController_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutLinkUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutLink"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                checkout_link_id?: string[];
                external_customer_id?: string[];
                status?: ("confirmed" | "expired" | "failed" | "open" | "succeeded")[];
                query?: string;
                created_from?: string;
                created_to?: string;
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-expires_at" | "-status" | "created_at" | "expires_at" | "status")[];
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutsController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ClientCheckoutsController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutCreatePublic"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublic"];
                };
            };
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ClientCheckoutsController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublic"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ClientCheckoutsController_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutUpdatePublic"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublic"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ClientCheckoutsController_confirm: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutConfirm"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CheckoutPublicConfirmed"];
                };
            };
            400: components["responses"]["billing.400"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ClientCheckoutsController_follow: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                client_secret: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutsController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CheckoutsController_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckoutUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Checkout"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CreditNoteFilesController_get: {
        parameters: {
            query?: {
                expires?: string;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomFieldsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                type?: ("checkbox" | "date" | "number" | "select" | "text")[];
                slug?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-name" | "-slug" | "-type" | "created_at" | "name" | "slug" | "type")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomFieldsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldCheckbox"] | components["schemas"]["CustomFieldDate"] | components["schemas"]["CustomFieldNumber"] | components["schemas"]["CustomFieldSelect"] | components["schemas"]["CustomFieldText"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomFieldsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldCheckbox"] | components["schemas"]["CustomFieldDate"] | components["schemas"]["CustomFieldNumber"] | components["schemas"]["CustomFieldSelect"] | components["schemas"]["CustomFieldText"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomFieldsController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomFieldsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomFieldUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomFieldCheckbox"] | components["schemas"]["CustomFieldDate"] | components["schemas"]["CustomFieldNumber"] | components["schemas"]["CustomFieldSelect"] | components["schemas"]["CustomFieldText"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerMetersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                meter_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-balance" | "-consumed_units" | "-created_at" | "-credited_units" | "-customer_id" | "-customer_name" | "-meter_id" | "-meter_name" | "-modified_at" | "balance" | "consumed_units" | "created_at" | "credited_units" | "customer_id" | "customer_name" | "meter_id" | "meter_name" | "modified_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerMeterList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerMetersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerMeter"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalGrantsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                type?: ("custom" | "discord" | "downloadables" | "github_repository" | "license_keys" | "meter_credit")[];
                benefit_id?: string[];
                order_id?: string[];
                subscription_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-granted_at" | "-organization" | "-product_benefit" | "-type" | "granted_at" | "organization" | "product_benefit" | "type")[];
                checkout_id?: string[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalGrantList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalGrantsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalGrant"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalGrantsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalGrantUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalGrant"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalCheckoutsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalCheckoutCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCheckout"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalCodesController_authenticate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalCodeAuthenticate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCodeAuthenticated"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSessionController_introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSession"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalCodesController_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalCodeRequest"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSessionController_user: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalAuthenticatedUser"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalCustomersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalCustomersController_update: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalCustomerUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalEmailController_request: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalEmailChange"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalEmailController_confirm: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalEmailConfirm"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalErasureController_ask: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalErasureController_withdraw: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalExportController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalExport"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalPaymentMethodsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalPaymentMethodList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalPaymentMethodsController_add: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PaymentMethodCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedPaymentMethod"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalPaymentMethodsController_remove: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalPaymentMethodsController_choose: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalPaymentMethod"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalStreamController_follow: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalDownloadsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                benefit_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-granted_at" | "granted_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalDownloadList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DownloadsController_locate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["billing.400"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DownloadsController_send: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description OK */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Partial Content */
            206: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Not Modified */
            304: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["billing.400"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            /** @description Range Not Satisfiable */
            416: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalLicenseKeysController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                benefit_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLicenseKeyList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeyChecksController_activate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyActivate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyActivationRead"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeyChecksController_deactivate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyDeactivate"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeyChecksController_validate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyValidate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidatedLicenseKey"];
                };
            };
            400: components["responses"]["billing.400"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalLicenseKeysController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLicenseKeyWithActivations"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalLicenseKeysController_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalLicenseKey"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalMetersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                meter_id?: string[];
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-balance" | "-consumed_units" | "-created_at" | "-credited_units" | "-meter_id" | "-meter_name" | "-modified_at" | "balance" | "consumed_units" | "created_at" | "credited_units" | "meter_id" | "meter_name" | "modified_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomerMeterList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalMetersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCustomerMeter"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalAccountsController_authorize: {
        parameters: {
            query: {
                platform: "discord" | "github";
                /** @description The session's own. */
                customer_id?: string;
                /** @description Where the browser comes back to, on this site; with `error` in the query if nothing was linked. */
                return_to: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizedAccount"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalAccountsController_callback: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalAccountsController_unlink: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                platform: string;
                account_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrdersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                product_billing_type?: ("one_time" | "recurring")[];
                subscription_id?: string[];
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-amount" | "-created_at" | "-net_amount" | "-product" | "-subscription" | "amount" | "created_at" | "net_amount" | "product" | "subscription")[];
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalOrderList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrdersController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalOrder"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrdersController_creditNotes: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalCreditNoteList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrdersController_invoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalInvoice"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrdersController_generateInvoice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrdersController_receipt: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalInvoice"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalOrganizationsController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                slug: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalOrganization"];
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSubscriptionsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                active?: boolean;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-amount" | "-organization" | "-product" | "-started_at" | "-status" | "amount" | "organization" | "product" | "started_at" | "status")[];
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSubscriptionList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSubscriptionsController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSubscription"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSubscriptionsController_cancel: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSubscription"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSubscriptionsController_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalSubscriptionUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSubscription"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalSubscriptionsController_withdraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalSubscription"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalPreviewsController_next: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalPreviews"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PortalPreviewsController_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PortalPreviewRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PortalPreviews"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerSessionsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerSessionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerSession"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                email?: string;
                query?: string;
                created_from?: string;
                created_to?: string;
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-email" | "-name" | "created_at" | "email" | "name")[];
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
                email?: string;
                query?: string;
                created_from?: string;
                created_to?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header: {
                accept: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_getExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_deleteExternal: {
        parameters: {
            query?: {
                /** @description Also erases the customer, for good; somebody who has been deleted before, too. */
                anonymize?: boolean;
            };
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_updateExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdateExternalID"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerPaymentMethodsController_listExternal: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPaymentMethodList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerStatesController_getExternal: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                external_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerState"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_delete: {
        parameters: {
            query?: {
                /** @description Also erases the customer, for good; somebody who has been deleted before, too. */
                anonymize?: boolean;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomersController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CustomerUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Customer"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerBalancesController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerBalance"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerPaymentMethodsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerPaymentMethodList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    CustomerStatesController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerState"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DiscountsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                type?: ("fixed" | "percentage")[];
                duration?: ("forever" | "once" | "repeating")[];
                status?: ("active" | "ended" | "scheduled" | "used_up")[];
                created_from?: string;
                created_to?: string;
                page?: number;
                limit?: number;
                sorting?: ("-code" | "-created_at" | "-name" | "-redemptions_count" | "code" | "created_at" | "name" | "redemptions_count")[];
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscountList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DiscountsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscountCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DiscountsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DiscountsController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    DiscountsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DiscountUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Discount"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    EventTypesController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                query?: string;
                source?: ("system" | "user")[];
                page?: number;
                limit?: number;
                sorting?: ("-first_seen" | "-label" | "-last_seen" | "-name" | "-occurrences" | "first_seen" | "label" | "last_seen" | "name" | "occurrences")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventTypeList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    UsageController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                name?: string[];
                source?: ("system" | "user")[];
                start_timestamp?: string;
                end_timestamp?: string;
                meter_id?: string[];
                filter?: string;
                page?: number;
                limit?: number;
                sorting?: ("-timestamp" | "timestamp")[];
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageEventList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    UsageController_ingest: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EventsIngest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventsIngestResponse"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    UsageController_listNames: {
        parameters: {
            query?: {
                organization_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                query?: string;
                source?: ("system" | "user")[];
                page?: number;
                limit?: number;
                sorting?: ("-first_seen" | "-last_seen" | "-name" | "-occurrences" | "first_seen" | "last_seen" | "name" | "occurrences")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageEventNameList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    UsageController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageEventRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    UsageController_void: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UsageVoid"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageEventRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FilesController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                ids?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FilesController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FileUpload"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FilesController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FilesController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FilePatch"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadableFileRead"] | components["schemas"]["OrganizationAvatarFileRead"] | components["schemas"]["ProductMediaFileRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FilePartsController_put: {
        parameters: {
            query?: {
                size?: string;
                expires?: string;
                checksum?: string;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
                number: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["billing.400"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    FilesController_uploaded: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FileUploadCompleted"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DownloadableFileRead"] | components["schemas"]["OrganizationAvatarFileRead"] | components["schemas"]["ProductMediaFileRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    InstallationController_authorizeBot: {
        parameters: {
            query: {
                organization_id: string;
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    InstallationController_addBot: {
        parameters: {
            query?: {
                code?: string;
                state?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    InstallationController_lookUpGuild: {
        parameters: {
            query: {
                guild_token: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DiscordGuild"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    InstallationController_authorizeApp: {
        parameters: {
            query: {
                is_installed?: boolean;
                organization_id: string;
                return_to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    InstallationController_installApp: {
        parameters: {
            query?: {
                installation_id?: string;
                code?: string;
                state?: string;
                error?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Redirect */
            302: {
                headers: {
                    Location: string;
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentReportsController_receive: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReportReceived"];
                };
            };
            400: components["responses"]["billing.400"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    InvoiceFilesController_get: {
        parameters: {
            query?: {
                expires?: string;
                signature?: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": string;
                };
            };
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeysController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                benefit_id?: string[];
                customer_id?: string[];
                status?: ("disabled" | "granted" | "revoked")[];
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OwnLicenseKeyChecksController_activate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyActivate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyActivationRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OwnLicenseKeyChecksController_deactivate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyDeactivate"];
            };
        };
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OwnLicenseKeyChecksController_validate: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyValidate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidatedLicenseKey"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeysController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyWithActivations"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeysController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["LicenseKeyUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeysController_activation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
                activation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyActivationRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    LicenseKeysController_rotate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LicenseKeyRead"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-name" | "created_at" | "name")[];
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeterList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetersController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeterCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Meter"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetersController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Meter"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetersController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MeterUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Meter"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MeterQuantitiesController_get: {
        parameters: {
            query: {
                external_customer_id?: string[];
                customer_id?: string[];
                interval: "day" | "hour" | "month" | "week" | "year";
                end_timestamp: string;
                start_timestamp: string;
            };
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MeterQuantities"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetricsController_get: {
        parameters: {
            query: {
                start_date: string;
                end_date: string;
                interval: "day" | "hour" | "month" | "week" | "year";
                organization_id?: string[];
                product_id?: string[];
                billing_type?: ("one_time" | "recurring")[];
                customer_id?: string[];
                currency?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsResponse"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetricsController_export: {
        parameters: {
            query: {
                start_date: string;
                end_date: string;
                interval: "day" | "hour" | "month" | "week" | "year";
                organization_id?: string[];
                product_id?: string[];
                billing_type?: ("one_time" | "recurring")[];
                customer_id?: string[];
                currency?: string;
            };
            header: {
                accept: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    MetricsController_limits: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MetricsLimits"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthClientsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth2ClientList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthAuthorizeController_get: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuthorizeResponseOrganization"] | components["schemas"]["AuthorizeResponseUser"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthController_introspect: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    OAuthController_keys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/jwk-set+json": string;
                };
            };
        };
    };
    OAuthClientsController_register: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuth2ClientConfiguration"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth2Client"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthClientsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth2Client"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthClientsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OAuth2ClientConfigurationUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OAuth2Client"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthClientsController_remove: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                client_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description No Content */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OAuthController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    OAuthController_token: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    OAuthController_userinfo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            /** @description Success */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
        };
    };
    OrdersController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                product_billing_type?: ("one_time" | "recurring")[];
                discount_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                checkout_id?: string[];
                subscription_id?: string[];
                status?: ("paid" | "partially_refunded" | "pending" | "refunded" | "void")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                paid_from?: string;
                paid_to?: string;
                created_after?: string;
                created_before?: string;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-amount" | "-created_at" | "-customer" | "-discount" | "-net_amount" | "-product" | "-subscription" | "amount" | "created_at" | "customer" | "discount" | "net_amount" | "product" | "subscription")[];
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrdersController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                product_billing_type?: ("one_time" | "recurring")[];
                discount_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                checkout_id?: string[];
                subscription_id?: string[];
                status?: ("paid" | "partially_refunded" | "pending" | "refunded" | "void")[];
                billing_reason?: ("purchase" | "subscription_create" | "subscription_cycle" | "subscription_update")[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                paid_from?: string;
                paid_to?: string;
                created_after?: string;
                created_before?: string;
                query?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header: {
                accept: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrdersController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Order"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderInvoicesController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderInvoice"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderInvoicesController_generate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": null;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderInvoicesController_receipt: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderInvoice"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    AccessTokensController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-comment" | "-created_at" | "-expires_at" | "comment" | "created_at" | "expires_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccessTokenList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    AccessTokensController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAccessTokenCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccessTokenCreated"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    AccessTokensController_revoke: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    AccessTokensController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationAccessTokenUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationAccessToken"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrganizationsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                slug?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-name" | "-slug" | "created_at" | "name" | "slug")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrganizationList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrganizationsController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrganizationsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrganizationsController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OrganizationUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Organization"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                checkout_id?: string[];
                order_id?: string[];
                status?: ("failed" | "pending" | "succeeded")[];
                method?: string[];
                customer_email?: string[];
                customer_id?: string[];
                currency?: string[];
                created_from?: string;
                created_to?: string;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-amount" | "-created_at" | "-method" | "-status" | "amount" | "created_at" | "method" | "status")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PaymentList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    PaymentsController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Payment"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ProductsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                id?: string[];
                query?: string;
                is_archived?: boolean;
                is_recurring?: boolean;
                visibility?: ("draft" | "private" | "public")[];
                benefit_id?: string[];
                custom_field_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "-name" | "-price_amount" | "-price_amount_type" | "created_at" | "name" | "price_amount" | "price_amount_type")[];
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProductList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ProductsController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ProductsController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ProductsController_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    ProductsController_updateBenefits: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProductBenefitsUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Product"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    RefundsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                id?: string[];
                order_id?: string[];
                subscription_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                succeeded?: boolean;
                status?: ("canceled" | "failed" | "pending" | "succeeded")[];
                page?: number;
                limit?: number;
                sorting?: ("-amount" | "-created_at" | "amount" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    RefundsController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RefundCreate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Refund"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    RefundCreditNotesController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RefundCreditNote"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                product_id?: string[];
                customer_id?: string[];
                external_customer_id?: string[];
                discount_id?: string[];
                active?: boolean;
                status?: ("active" | "canceled" | "incomplete" | "incomplete_expired" | "past_due" | "trialing" | "unpaid")[];
                cancel_at_period_end?: boolean;
                ending?: boolean;
                cancellation_reason?: ("customer_service" | "low_quality" | "missing_features" | "other" | "switched_service" | "too_complex" | "too_expensive" | "unused")[];
                recurring_interval?: ("month" | "year")[];
                currency?: string[];
                started_from?: string;
                started_to?: string;
                period_ends_from?: string;
                period_ends_to?: string;
                ended_from?: string;
                ended_to?: string;
                started_after?: string;
                started_before?: string;
                query?: string;
                page?: number;
                limit?: number;
                sorting?: ("-amount" | "-current_period_end" | "-customer" | "-discount" | "-product" | "-started_at" | "-status" | "amount" | "current_period_end" | "customer" | "discount" | "product" | "started_at" | "status")[];
                metadata?: {
                    [key: string]: unknown;
                };
            };
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SubscriptionList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_export: {
        parameters: {
            query?: {
                organization_id?: string[];
            };
            header: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
                accept: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": string;
                    "text/csv": string;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_get: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_revoke: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_update: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    SubscriptionsController_withdraw: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Subscription"];
                };
            };
            400: components["responses"]["billing.400"];
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderPreviewsController_next: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPreviews"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    OrderPreviewsController_change: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SubscriptionPreviewRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OrderPreviews"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_deliveries: {
        parameters: {
            query?: {
                organization_id?: string[];
                endpoint_id?: string[];
                webhook_event_id?: string[];
                succeeded?: boolean;
                outcome?: ("failed" | "succeeded" | "waiting")[];
                event_type?: ("benefit.created" | "benefit.updated" | "benefit_grant.created" | "benefit_grant.cycled" | "benefit_grant.revoked" | "benefit_grant.updated" | "checkout.created" | "checkout.updated" | "customer.created" | "customer.deleted" | "customer.state_changed" | "customer.updated" | "order.created" | "order.paid" | "order.refunded" | "order.updated" | "organization.updated" | "product.created" | "product.updated" | "refund.created" | "refund.updated" | "subscription.active" | "subscription.canceled" | "subscription.created" | "subscription.revoked" | "subscription.uncanceled" | "subscription.updated")[];
                created_from?: string;
                created_to?: string;
                start_timestamp?: string;
                end_timestamp?: string;
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_list: {
        parameters: {
            query?: {
                organization_id?: string[];
                page?: number;
                limit?: number;
                sorting?: ("-created_at" | "created_at")[];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpointList"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_create: {
        parameters: {
            query?: never;
            header?: {
                /** @description A dated version of the API. Earlier clients name their release in `User-Agent`. */
                "Polar-Version"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointCreate"];
            };
        };
        responses: {
            /** @description Success */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEndpointUpdate"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_enable: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookEnable"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_replay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookReplayStart"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_stopReplay: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_rotateSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookEndpoint"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_test: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookTest"];
            };
        };
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookTestSent"];
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
    WebhooksController_redeliver: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": Record<string, never>;
                };
            };
            401: components["responses"]["billing.401"];
            403: components["responses"]["billing.403"];
            404: components["responses"]["billing.404"];
            409: components["responses"]["billing.409"];
            410: components["responses"]["billing.410"];
            413: components["responses"]["billing.413"];
            422: components["responses"]["billing.422"];
            429: components["responses"]["billing.429"];
            431: components["responses"]["billing.431"];
            503: components["responses"]["billing.503"];
        };
    };
}
