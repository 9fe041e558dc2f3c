//! Makes extensions from their declarations.

use std::sync::Arc;

use serde_json::Map;

use super::workshop::{Workshop, without_handler};
use crate::{
    build_error::{BuildError, BuildErrorCode},
    component::Component,
    extension::{self, Extension, ExtensionMethod, Extensions, MethodDef},
};

impl Workshop {
    /// Makes extensions with their methods, and notes every mistake.
    pub(super) fn extensions(
        &mut self,
        extensions: Vec<Extension>,
        errors: &mut Vec<BuildError>,
    ) -> Extensions {
        extension::check(&extensions, errors);
        let (mut settings, mut methods) = (Map::new(), Vec::new());
        for extension in extensions {
            let id: Arc<str> = extension.id.as_str().into();
            settings.insert(extension.id, extension.settings);
            let made = extension.methods.into_iter().filter_map(|method| {
                let component = self.method(method, errors)?;
                let extension = Arc::clone(&id);
                Some(ExtensionMethod {
                    component,
                    extension,
                })
            });
            methods.extend(made);
        }
        Extensions::new(settings, methods)
    }

    fn method(&mut self, method: MethodDef, errors: &mut Vec<BuildError>) -> Option<Component> {
        let MethodDef { mut common, setup } = method;
        if let Err(problem) = extension::is_method_name(&common.name) {
            errors.push(common.owner().error(
                BuildErrorCode::InvalidExtension,
                problem,
                "begin it with what the extension's identifier begins with: `com.example/stamp`",
            ));
        }
        let parts = self.parts(&mut common, errors);
        let Some(setup) = setup else {
            errors.push(without_handler(&common));
            return None;
        };
        let prepared = setup.prepare(&common.owner(), &mut self.surroundings(errors))?;
        Some(parts.component(common, prepared.callable, prepared.needs_http))
    }
}
